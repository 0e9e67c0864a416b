// Online: a session by HTTP, then a WebSocket that comes back by itself.

import { BaseConnection } from './connection';
import type { RefusalReason } from './refusals';
import { WebClock } from './webclock';
import { t } from './i18n.svelte';
import { protocol, type ClientMessage, type ServerMessage } from './protocol';

export class SocketConnection extends BaseConnection {
  readonly offline = false;
  private socket: WebSocket | undefined;
  private tries = 0;
  private waiting: ClientMessage[] = [];
  private readonly clock = new WebClock((c, delay) => this.transmit({ type: 'ping', c, delay }));
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;
  private attempt = 0;

  // `begin` makes sure that there is a session; it throws if the server does not answer.
  constructor(private readonly begin: () => Promise<unknown>) {
    super();
    void this.open();
    window.addEventListener('online', () => this.hurry());
  }

  // Messages sent meanwhile wait for the connection, but not moves: a position may have changed.
  send(message: ClientMessage) {
    if (this.socket?.readyState === WebSocket.OPEN) this.transmit(message);
    else if (message.type !== 'act' && message.type !== 'done') this.waiting.push(message);
    else
      this.tell({
        type: 'refused',
        code: 'not_connected',
        why: '',
        ...(message.n === undefined ? {} : { to: message.n }),
      });
  }

  now() {
    return this.clock.now();
  }

  hurry() {
    if (this.state === 'open' || this.state === 'connecting') return;
    clearTimeout(this.timer);
    void this.open();
  }

  // After the session has changed: whoever this is now comes anew.
  renew() {
    if (this.ended) return;
    const before = this.socket;
    this.socket = undefined;
    before?.close();
    clearTimeout(this.timer);
    this.clock.end();
    this.tries = 0;
    void this.open();
  }

  close() {
    this.ended = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private transmit(message: ClientMessage) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private async open() {
    if (this.ended) return;
    const attempt = ++this.attempt;
    this.become('connecting');
    try {
      await this.begin();
    } catch {
      if (attempt === this.attempt) this.retry();
      return;
    }
    if (attempt !== this.attempt) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(String(event.data));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.retry();
    };
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.tries = 0;
      this.become('open');
      this.clock.begin();
      const messages = this.waiting;
      this.waiting = [];
      for (const message of messages) this.transmit(message);
    };
  }

  private receive(text: string) {
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      return;
    }
    if (message.type === 'pong') this.clock.pong(message.c, message.now);
    // Whoever is logged out comes back as a guest (lib/session.svelte.ts).
    if (message.type === 'bye' && message.again === false && message.code !== 'logged_out') this.give_up(message);
    if (message.type === 'welcome' && message.protocol !== protocol) return this.give_up({ why: t('problem.version') });
    this.tell(message);
  }

  private give_up(why: RefusalReason) {
    this.ended = true;
    this.become('failed', why);
    this.socket?.close();
  }

  private retry() {
    this.clock.end();
    this.socket = undefined;
    if (this.ended) return;
    this.become('lost');
    const pause = Math.min(15000, 250 * 2 ** this.tries) * (0.75 + Math.random() / 2);
    ++this.tries;
    this.timer = setTimeout(() => void this.open(), pause);
  }
}
