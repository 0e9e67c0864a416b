// A record dressed as a table, so that the boards can show it.

import { BaseConnection } from '../lib/connection';
import type { ClientMessage, TableMessage } from '../lib/protocol';
import { TableModel, type Step } from '../table/model.svelte';
import type { GameRecord } from './hgr';
import type { Positions } from './positions';

class NoConnection extends BaseConnection {
  readonly offline = true;
  send(_message: ClientMessage) {}
  now() {
    return Date.now();
  }
}

export class RecordTable {
  readonly table: TableModel;
  steps = $state.raw<Step[]>([]);
  private seatings: ((number | null)[] | undefined)[] = [];

  constructor(private readonly game: GameRecord) {
    const { header } = game;
    this.table = new TableModel(new NoConnection(), 'record');
    const given = Array.isArray(header['names']) ? (header['names'] as unknown[]) : [];
    const options = (header['options'] ?? {}) as TableMessage['options'];
    const players = header.game === 'dragons' ? 2 : Number(options['players'] ?? (header.game === 'spirits' ? 4 : 2));
    const places = Array.from({ length: players }, (_, i) => ({
      kind: 'person' as const,
      name: typeof given[i] === 'string' ? given[i] : `${i + 1}`,
    }));
    this.table.info = {
      type: 'table',
      table: 'record',
      version: 0,
      state: 'finished',
      game: header.game,
      options,
      places,
      you: null,
    };
  }

  fill(found: Positions) {
    this.seatings = found.list.map((one) => one.seating);
    this.steps = found.list.map((one, i) => ({
      view: one.view,
      actors: one.actors,
      events: i === 0 ? [] : this.events_at(i),
    }));
    this.look(0);
  }

  // The boards ask the table who sits where.
  look(at: number) {
    const seating = this.seatings[at];
    this.table.update = { type: 'update', table: 'record', version: at, ...(seating ? { seating } : {}) };
  }

  // The entry itself, and the roll it belongs to.
  private events_at(i: number) {
    const entry = this.game.entries[i - 1];
    const roll = this.game.entries.slice(0, i).findLast((one) => one.roll);
    return [...(roll && roll !== entry ? [{ roll: roll.roll! }] : []), ...(entry ? [entry] : [])];
  }
}
