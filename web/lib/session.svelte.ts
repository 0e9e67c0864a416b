// The two hosts of this page, made when first wanted, and who we are there.

import { who_am_i, type Who } from './account';
import { notify } from './announce.svelte';
import { ask, Refusal, type Connection, type ConnectionState } from './connection';
import { t } from './i18n.svelte';
import { lobby_after } from './lobby';
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
let ownClaimed = $state(false);
let running = $state.raw<string[]>([]);
let lobby = $state.raw<LobbyTable[]>([]);

export const online_state = () => onlineState;
export const online_problem = () => (onlineState === 'failed' ? refusal_words(socket?.why ?? {}) : '');
export const own_name = () => ownName || settings.name;
export const own_person = () => ownPerson;
export const own_claimed = () => ownClaimed;
// Whether this person has said how to be called.
export const has_name = () => settings.name !== '' || ownClaimed;
export const running_tables = () => running;
export const open_tables = () => lobby;

export function online(): SocketConnection {
  if (socket) return socket;
  socket = new SocketConnection(begin_session);
  socket.onState((state) => (onlineState = state));
  socket.onMessage((message) => {
    if (message.type === 'welcome') {
      be({ person: message.person, name: message.name, claimed: message.claimed === true });
      running = message.tables ?? [];
    }
    if (message.type === 'lobby') lobby = lobby_after(lobby, message);
    if (message.type === 'bye' && message.code === 'logged_out') {
      leave();
      notify(t('account.ended'));
    }
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

// Who we are is what the server says. A name chosen on this device is for guests alone: an account has its own.
export async function begin_session() {
  let who = await who_am_i();
  if (!who.claimed && settings.name && settings.name !== who.name) {
    try {
      who = await who_am_i(settings.name);
    } catch (error) {
      if (!(error instanceof Refusal) || !['bad_name', 'name_taken'].includes(error.code)) throw error;
      settings.name = ''; // it belongs to somebody else by now: to be chosen again
    }
  }
  be(who);
}

function be({ person, name, claimed }: Who) {
  ownPerson = person;
  ownName = name;
  ownClaimed = claimed;
  if (claimed) settings.name = name;
}

export async function rename(name: string) {
  if (socket?.state === 'open' && name) await ask(socket, { type: 'name', name });
  settings.name = name;
  ownName = name;
}

// After a claim or a login: the cookie is another one. What this device keeps stays.
export function become(who: Who) {
  be(who);
  running = [];
  socket?.renew();
}

// After logging out or deleting: the server makes a new guest, who has not chosen a name.
export function leave() {
  ownName = ownPerson = settings.name = '';
  ownClaimed = false;
  running = [];
  socket?.renew();
}
