// Offline: the same tables, run by the WebAssembly module in a worker that keeps their journals.

import { BaseConnection } from './connection';
import { forget_old_game, old_game, type OldLog } from './oldgame';
import { set_saving, set_trouble, trouble_of, type Trouble } from './saved.svelte';
import type { ClientMessage, LobbyTable, ServerMessage } from './protocol';

export type ToWorker =
  | { kind: 'begin'; seed: string }
  | { kind: 'message'; message: ClientMessage }
  | { kind: 'convert'; table: string; old: OldLog };
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed' }
  | { kind: 'messages'; messages: ServerMessage[] }
  | { kind: 'saving'; game: LobbyTable; saved: boolean }
  | { kind: 'trouble'; table: string; trouble: Trouble }
  | { kind: 'converted' };

function random_hex(bytes: number) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class OfflineConnection extends BaseConnection {
  readonly offline = true;
  private readonly worker: Worker;
  private waiting: ToWorker[] = [];

  constructor() {
    super();
    this.worker = new Worker(new URL('./offline.worker.ts', import.meta.url), { type: 'module' });
    this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.receive(event.data);
    this.worker.onerror = () => this.become('failed');
    this.worker.postMessage({ kind: 'begin', seed: random_hex(32) } satisfies ToWorker);
  }

  send(message: ClientMessage) {
    if (message.type === 'join') this.prepare(message['table'] as string);
    this.post({ kind: 'message', message });
  }

  now() {
    return Date.now();
  }

  private post(message: ToWorker) {
    if (this.state === 'open') this.worker.postMessage(message);
    else this.waiting.push(message);
  }

  // What was wrong with the table may be over, and an old game must be converted before it can be joined.
  private prepare(table: string) {
    if (trouble_of(table) !== 'unsaved') set_trouble(table, undefined);
    const old = old_game();
    if (old?.table === table) this.post({ kind: 'convert', table, old: { seed: old.seed, log: old.log } });
  }

  private receive(message: FromWorker) {
    switch (message.kind) {
      case 'ready':
        this.become('open');
        for (const one of this.waiting.splice(0)) this.post(one);
        break;
      case 'failed':
        this.become('failed');
        break;
      case 'messages':
        for (const one of message.messages) this.tell(one);
        break;
      case 'saving':
        set_saving(message.game, message.saved);
        break;
      case 'trouble':
        set_trouble(message.table, message.trouble);
        break;
      case 'converted':
        forget_old_game();
        break;
    }
  }
}
