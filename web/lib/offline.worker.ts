// Runs the WebAssembly host of offline tables, and gives it time.

import { load_module, type Module } from './wasm';
import type { FromWorker, ToWorker } from './offline';
import type { ClientMessage, ServerMessage } from './protocol';

let host: Module | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const early: ClientMessage[] = [];

const post = (message: FromWorker) => self.postMessage(message);

function answers(): ServerMessage[] {
  const messages: ServerMessage[] = [];
  for (const line of host!.output().split('\n')) if (line) messages.push(JSON.parse(line) as ServerMessage);
  return messages;
}

function tell(messages: ServerMessage[]) {
  if (messages.length > 0) post({ kind: 'messages', messages });
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
    tell(answers());
  } while (Date.now() < until && host!.call('offline_wait', undefined, Date.now()) === 0);
  go_on();
}

function take(message: ClientMessage) {
  const at = Date.now();
  host!.call('offline_message', JSON.stringify(message), at);
  const messages = answers();
  const refused = messages.some((one) => one.type === 'refused' && one.to !== undefined && one.to === message.n);
  if (!refused) post({ kind: 'logged', at, message });
  tell(messages);
  go_on();
}

// What was done before the page was closed is done again, with the times it had.
function relive(log: [number, ClientMessage][]) {
  for (const [at, message] of log) {
    for (let wait = host!.call('offline_wait', undefined, at), ticks = 0; wait === 0 && ticks < 1e6; ++ticks) {
      host!.call('offline_tick', undefined, at);
      host!.output();
      wait = host!.call('offline_wait', undefined, at);
    }
    host!.call('offline_message', JSON.stringify(message), at);
  }
}

self.onmessage = async (event: MessageEvent<ToWorker>) => {
  const given = event.data;
  if (given.kind === 'message') {
    if (host) take(given.message);
    else early.push(given.message);
    return;
  }
  try {
    const module = await load_module();
    if (!module.has('offline_message')) throw new Error('this build of the module runs no tables');
    module.call('offline_seed', given.seed);
    host = module;
    relive(given.log);
  } catch (error) {
    console.warn(error);
    post({ kind: 'failed' });
    return;
  }
  post({ kind: 'ready' });
  for (const message of early.splice(0)) take(message);
  go_on();
};
