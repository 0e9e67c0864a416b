// Appends what happens at offline tables to their journals: one write at a time for each table, and what comes
// meanwhile goes into the next one. Where storage fails the lines wait here, and every next one tries again.

import { append, prune, type JournalPart } from './journal';
import type { LobbyTable } from './protocol';

export type Saving = 'saved' | 'unsaved' | 'taken';

interface Kept {
  pending: JournalPart | undefined;
  writing: Promise<void> | undefined;
  saving: Saving;
}

function joined(first: JournalPart | undefined, then: JournalPart): JournalPart {
  if (!first) return then;
  return { first: first.first, lines: [...first.lines, ...then.lines], listing: then.listing };
}

export class Keeper {
  private readonly tables = new Map<string, Kept>();

  // `report` hears when the saving of a table changes, as tables begin as saved, and what an unsaved one is like.
  constructor(
    private readonly owner: string,
    private readonly report: (game: LobbyTable, saving: Saving) => void,
    private readonly write: typeof append = append,
  ) {}

  add(part: JournalPart) {
    const { table } = part.listing;
    let kept = this.tables.get(table);
    if (!kept) this.tables.set(table, (kept = { pending: undefined, writing: undefined, saving: 'saved' }));
    if (kept.saving === 'taken') return;
    kept.pending = joined(kept.pending, part);
    kept.writing ??= this.work_off(kept).finally(() => (kept.writing = undefined));
  }

  // Waits for the writes that are on their way. Whether everything of the table is stored.
  async flush(table: string): Promise<boolean> {
    const kept = this.tables.get(table);
    await kept?.writing;
    return !kept || (kept.saving === 'saved' && !kept.pending);
  }

  // The table is somebody else's now, or closed.
  forget(table: string) {
    const kept = this.tables.get(table);
    if (kept) kept.pending = undefined;
    this.tables.delete(table);
  }

  private async work_off(kept: Kept) {
    while (kept.pending) {
      const part = kept.pending;
      kept.pending = undefined;
      let mine: boolean;
      try {
        mine = await this.write(part, this.owner);
      } catch (error) {
        console.warn(error);
        kept.pending = kept.pending ? joined(part, kept.pending) : part;
        return this.become(kept, 'unsaved', kept.pending.listing);
      }
      this.become(kept, mine ? 'saved' : 'taken', part.listing);
      if (!mine) kept.pending = undefined;
      else if (part.listing.state === 'finished') await prune().catch(console.warn);
    }
  }

  private become(kept: Kept, saving: Saving, game: LobbyTable) {
    const known = kept.saving === saving && saving !== 'unsaved';
    if (known || this.tables.get(game.table) !== kept) return;
    kept.saving = saving;
    this.report(game, saving);
  }
}
