// What a page needs of whoever runs its tables. A WebSocket and the offline worker both offer it,
// and pages do not know which one they have.

import { refusal_words, type RefusalReason } from './refusals';
import type { ClientMessage, ServerMessage } from './protocol';

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'failed';

export interface Connection {
  readonly offline: boolean;
  readonly state: ConnectionState;
  // When the state is lost or failed.
  readonly why: RefusalReason;
  send(message: ClientMessage): void;
  onMessage(listener: (message: ServerMessage) => void): () => void;
  onState(listener: (state: ConnectionState) => void): () => void;
  // Milliseconds of the clock that decides, now.
  now(): number;
}

export class Refusal extends Error {
  constructor(
    message: string,
    readonly code = '',
  ) {
    super(message);
  }
}

// The part both kinds share: listeners, and answers that find their questions.
export abstract class BaseConnection implements Connection {
  abstract readonly offline: boolean;
  state: ConnectionState = 'connecting';
  why: RefusalReason = {};
  private readonly messageListeners = new Set<(message: ServerMessage) => void>();
  private readonly stateListeners = new Set<(state: ConnectionState) => void>();

  abstract send(message: ClientMessage): void;
  abstract now(): number;

  onMessage(listener: (message: ServerMessage) => void) {
    this.messageListeners.add(listener);
    return () => this.messageListeners.delete(listener);
  }
  onState(listener: (state: ConnectionState) => void) {
    this.stateListeners.add(listener);
    return () => this.stateListeners.delete(listener);
  }
  protected tell(message: ServerMessage) {
    for (const listener of [...this.messageListeners]) listener(message);
  }
  protected become(state: ConnectionState, why: RefusalReason = {}) {
    this.state = state;
    this.why = why;
    for (const listener of [...this.stateListeners]) listener(state);
  }
}

let last_question = 0;
export const next_question = () => ++last_question;

// Sends a message and waits for its answer; a refusal is thrown in the reader's language.
export function ask(connection: Connection, message: ClientMessage, patience = 10000): Promise<ServerMessage> {
  const n = message.n ?? next_question();
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer);
      forget();
      forgetState();
    };
    const forget = connection.onMessage((answer) => {
      if (!('to' in answer) || answer.to !== n) return;
      finish();
      if (answer.type === 'refused') reject(new Refusal(refusal_words(answer), answer.code));
      else resolve(answer);
    });
    const forgetState = connection.onState((state) => {
      if (state !== 'failed' && state !== 'lost') return;
      finish();
      reject(new Refusal(refusal_words(connection.why)));
    });
    const timer = setTimeout(() => {
      finish();
      reject(new Refusal(''));
    }, patience);
    connection.send({ ...message, n });
  });
}
