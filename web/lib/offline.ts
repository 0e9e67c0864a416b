// Offline: the same tables, run by the WebAssembly module in a worker.

import { BaseConnection } from './connection';
import { load, save } from './storage';
import type { ClientMessage, ServerMessage } from './protocol';

export type ToWorker =
  | { kind: 'begin'; seed: string; log: [number, ClientMessage][]; base: number }
  | { kind: 'message'; message: ClientMessage };
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed' }
  | { kind: 'logged'; at: number; message: ClientMessage }
  | { kind: 'messages'; messages: ServerMessage[] };

// What was sent to the host since its seed: the same again leads to the same tables.
interface Journal {
  seed: string;
  log: [number, ClientMessage][];
}

const journalKey = 'offline-journal';
const forgettable = new Set(['ping', 'lobby', 'unlobby', 'join', 'part']);

function random_hex(bytes: number) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class OfflineConnection extends BaseConnection {
  readonly offline = true;
  private readonly worker: Worker;
  private readonly journal: Journal;
  private waiting: ClientMessage[] = [];

  constructor(fresh = false) {
    super();
    const stored = fresh ? null : load<Journal>(journalKey);
    this.journal = stored?.seed && Array.isArray(stored.log) ? stored : { seed: random_hex(32), log: [] };
    this.worker = new Worker(new URL('./offline.worker.ts', import.meta.url), { type: 'module' });
    this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.receive(event.data);
    this.worker.onerror = () => this.become('failed');
    this.post({ kind: 'begin', seed: this.journal.seed, log: this.journal.log, base: Date.now() });
  }

  send(message: ClientMessage) {
    if (this.state === 'open') this.post({ kind: 'message', message });
    else this.waiting.push(message);
  }

  now() {
    return Date.now();
  }

  // Only the games from this one on are kept: the host begins anew when nothing is running.
  forget() {
    save(journalKey, null);
    this.worker.terminate();
  }

  private post(message: ToWorker) {
    this.worker.postMessage(message);
  }

  private receive(message: FromWorker) {
    switch (message.kind) {
      case 'ready': {
        this.become('open');
        const messages = this.waiting;
        this.waiting = [];
        for (const one of messages) this.send(one);
        break;
      }
      case 'failed':
        this.become('failed');
        break;
      case 'logged':
        if (forgettable.has(message.message.type)) break;
        this.journal.log.push([message.at, message.message]);
        save(journalKey, this.journal);
        break;
      case 'messages':
        for (const one of message.messages) this.tell(one);
        break;
    }
  }
}
