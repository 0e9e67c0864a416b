// node load.mjs hotaka|ws|boardgame.io PORT MATCHES SECONDS PROCESS: plays as fast as answers come, one move in flight
// a match, and prints one line of JSON; PROCESS is the server's, whose CPU is told.
import { readFileSync } from 'node:fs';
import { openers } from './clients.mjs';
import { moves } from './crosses.mjs';

const [name, port, matches, seconds, server] = process.argv.slice(2).map((text, i) => (i === 0 ? text : Number(text)));
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

function server_cpu() {
  const fields = readFileSync(`/proc/${server}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
function machine_cpu() {
  const fields = readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/\s+/).slice(1, 9).map(Number);
  return (fields.reduce((a, b) => a + b) - fields[3] - fields[4]) / 100;
}

const move = [];
const done = new Array(matches).fill(0);
let total = 0;
function go_on(match, seat) {
  move[match](seat, moves[done[match]++ % moves.length]);
}
for (let match = 0; match < matches; ++match) {
  move[match] = await openers[name](port, `m${match}`, (seat) => {
    total += 1;
    go_on(match, seat);
  });
}
for (let match = 0; match < matches; ++match) go_on(match, 0);
await sleep(3000);
const before = {
  total,
  wall: performance.now(),
  server: server_cpu(),
  client: process.cpuUsage(),
  machine: machine_cpu(),
};
await sleep(seconds * 1000);
const actions = total - before.total;
const wall = (performance.now() - before.wall) / 1000;
const cpu = server_cpu() - before.server;
const used = process.cpuUsage(before.client);
const client = (used.user + used.system) / 1e6;
const foreign = machine_cpu() - before.machine - cpu - client;
console.log(
  JSON.stringify({
    name,
    tables: matches,
    actions,
    actions_per_s: Math.round(actions / wall),
    server_us_per_action: Number(((1e6 * cpu) / actions).toFixed(1)),
    server_cpu_pct: Math.round((100 * cpu) / wall),
    client_cpu_pct: Math.round((100 * client) / wall),
    foreign_cpu_pct: Math.round((100 * foreign) / wall),
  }),
);
process.exit(0);
