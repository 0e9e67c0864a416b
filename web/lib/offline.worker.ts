// Runs the WebAssembly host of offline tables, gives it time, and keeps the journals of its tables. A table is open
// here from its making or its first join until the page parts from it; another tab that opens it takes it over.

import { claim } from './journal';
import { Keeper } from './keeper';
import { journaled, told } from './module-host';
import { replay_old } from './replay-old';
import { load_module, type Module } from './wasm';
import type { FromWorker, ToWorker } from './offline';
import type { OldLog } from './oldgame';
import type { ClientMessage, ServerMessage } from './protocol';

let host: Module | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const open = new Set<string>();
const owner = [...crypto.getRandomValues(new Uint32Array(4))].join('-');
const post = (message: FromWorker) => self.postMessage(message);

const keeper = new Keeper(owner, (game, saving) => {
  if (saving === 'taken') close(game.table, 'taken');
  else post({ kind: 'saving', game, saved: saving === 'saved' });
});

// Other tabs hear which tables are opened here.
const tabs = new BroadcastChannel('hotaka-tables');
tabs.onmessage = ({ data }: MessageEvent<{ table: string; owner: string }>) => {
  if (data.owner !== owner && open.has(data.table)) close(data.table, 'taken');
};

function close(table: string, trouble?: 'taken') {
  host!.call('offline_release', table);
  open.delete(table);
  keeper.forget(table);
  if (trouble) post({ kind: 'trouble', table, trouble });
}

function tell(messages: ServerMessage[]) {
  if (messages.length > 0) post({ kind: 'messages', messages });
}

function keep() {
  for (const part of journaled(host!)) {
    open.add(part.listing.table);
    keeper.add(part);
  }
}

// Bots think in slices; between them the worker listens.
function go_on() {
  clearTimeout(timer);
  const wait = host!.call('offline_wait', undefined, Date.now());
  if (wait < 0) return;
  timer = setTimeout(tick, Math.min(wait, 60000));
}

function tick() {
  const until = Date.now() + 12;
  do {
    host!.call('offline_tick', undefined, Date.now());
    tell(told(host!));
    keep();
  } while (Date.now() < until && host!.call('offline_wait', undefined, Date.now()) === 0);
  go_on();
}

// Takes a saved table back from its journal, if there is one. Why it cannot be had is told beside the refusal.
async function restore(table: string) {
  let found;
  try {
    found = await claim(table, owner);
  } catch (error) {
    console.warn(error);
    return post({ kind: 'trouble', table, trouble: 'unreadable' });
  }
  if (!found) return;
  const { game, journal } = found;
  if (!journal || host!.call('offline_restore', journal, game.saved, Date.now()) === 0) {
    console.warn(journal ? host!.output() : 'a part of the journal is missing');
    return post({ kind: 'trouble', table, trouble: 'damaged' });
  }
  open.add(table);
  keep();
  tabs.postMessage({ table, owner });
}

async function take(message: ClientMessage) {
  const table = typeof message['table'] === 'string' ? message['table'] : '';
  if (message.type === 'part') {
    if (open.has(table) && (await keeper.flush(table))) close(table); // what is stored nowhere else stays here
    return go_on();
  }
  if (message.type === 'join' && !open.has(table)) await restore(table);
  host!.call('offline_message', JSON.stringify(message), Date.now());
  tell(told(host!));
  keep();
  go_on();
}

async function convert(table: string, old: OldLog) {
  if (open.has(table)) return;
  const parts = replay_old(await load_module(), old);
  if (!parts?.some((part) => part.listing.table === table)) return post({ kind: 'trouble', table, trouble: 'old' });
  let stored = true;
  for (const part of parts) {
    host!.call('offline_restore', part.lines.join('\n'), old.log.at(-1)![0], Date.now());
    open.add(part.listing.table);
    keeper.add(part);
    keep();
    stored &&= await keeper.flush(part.listing.table);
  }
  if (stored) post({ kind: 'converted' });
}

async function begin(seed: string) {
  try {
    const module = await load_module();
    if (!module.has('offline_restore')) throw new Error('this build of the module runs no tables');
    module.call('offline_seed', seed);
    host = module;
    post({ kind: 'ready' });
  } catch (error) {
    console.warn(error);
    post({ kind: 'failed' });
  }
}

// One message after the other, as some wait for storage.
let queue = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  const work = async () => {
    if (data.kind === 'begin') await begin(data.seed);
    else if (data.kind === 'convert') await convert(data.table, data.old);
    else await take(data.message);
  };
  queue = queue.then(work).catch((error: unknown) => {
    console.error(error);
    post({ kind: 'failed' });
  });
};
