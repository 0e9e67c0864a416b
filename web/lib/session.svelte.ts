// The two hosts of this page, made when first wanted, and who we are there.

import { ask, type Connection, type ConnectionState } from './connection';
import { OfflineConnection } from './offline';
import { refusal_words } from './refusals';
import { settings } from './settings.svelte';
import { fresh_seed } from './shown';
import { SocketConnection } from './socket';
import type { ClientMessage, GameName, LobbyTable, TableMessage } from './protocol';

let socket: SocketConnection | undefined;
let worker: OfflineConnection | undefined;

let onlineState = $state<ConnectionState>('connecting');
let ownName = $state('');
let ownPerson = $state('');
let running = $state.raw<string[]>([]);
let lobby = $state.raw<LobbyTable[]>([]);

export const online_state = () => onlineState;
export const online_problem = () => (onlineState === 'failed' ? refusal_words(socket?.why ?? {}) : '');
export const own_name = () => ownName || settings.name;
export const own_person = () => ownPerson;
export const running_tables = () => running;
export const open_tables = () => lobby;

export function online(): SocketConnection {
  if (socket) return socket;
  socket = new SocketConnection(() => settings.name);
  socket.onState((state) => (onlineState = state));
  socket.onMessage((message) => {
    if (message.type === 'welcome') {
      ownName = message.name;
      ownPerson = message.person;
      running = message.tables ?? [];
    }
    if (message.type === 'lobby') lobby = message.tables;
  });
  return socket;
}

export function offline(): OfflineConnection {
  if (!worker || worker.state === 'failed') worker = new OfflineConnection();
  return worker;
}

export const connection_for = (where: 'online' | 'offline'): Connection => (where === 'online' ? online() : offline());

export interface NewGame {
  game: GameName;
  edition?: string;
  options: Record<string, unknown>;
  bots: string[]; // the level of each other place
  hotseat?: boolean;
  names: string[]; // of the people on this device
}

// A game against bots on this device: a table, a seat, the bots, and off it goes.
export async function start_local(wish: NewGame): Promise<string> {
  const host = offline();
  const message: ClientMessage = { type: 'create', game: wish.game, options: wish.options, open: false };
  if (wish.edition) message['edition'] = wish.edition;
  const made = (await ask(host, message)) as TableMessage;
  const table = made.table;
  const call = async (name: string) => {
    if (name) await ask(host, { type: 'name', name });
  };
  await call(wish.names[0] ?? '');
  await ask(host, { type: 'sit', table, place: 0, seed: fresh_seed(table) });
  for (const [i, level] of wish.bots.entries()) await ask(host, { type: 'bot', table, place: i + 1, level });
  if (wish.hotseat) {
    await call(wish.names[1] ?? '');
    await ask(host, { type: 'sit', table, place: 1, seed: '' });
  }
  await ask(host, { type: 'start', table });
  return table;
}

export async function rename(name: string) {
  settings.name = name;
  ownName = name;
  if (socket?.state === 'open' && name) await ask(socket, { type: 'name', name });
}
