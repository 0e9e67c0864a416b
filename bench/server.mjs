// What hotaka serve takes and how fast it answers, beside servers that one could have used instead. The server has one
// core and whoever plays the other one; the peers run in the same run. Called by script/bench; `node bench/server.mjs
// PART..` runs only some of: cost, curve, idle, start, ratuki, bots. A number among them says how many runs the
// curve is the median of; 1 if there is none.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = 'build/release/hotaka';
const bench = 'build/release/hotaka_bench';
const only = process.argv.slice(2).filter((word) => Number.isNaN(Number(word)));
const runs = Number(process.argv.slice(2).find((word) => Number(word) > 0) ?? 1);
const wanted = (part) => only.length === 0 || only.includes(part);
const folder = mkdtempSync(join(tmpdir(), 'hotaka-serve-'));
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const free_port = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
// Whether a request is answered, with whatever status.
const answers = (port) =>
  new Promise((done) => {
    const socket = connect({ host: '127.0.0.1', port }, () =>
      socket.write('GET /healthz HTTP/1.1\r\nHost: bench\r\n\r\n'),
    );
    socket.once('data', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });

async function start(command) {
  const port = await free_port();
  const begun = performance.now();
  const child = spawn('taskset', ['-c', '0', ...command(port)], {
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  running.add(child);
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() - begun > 60000)
      throw new Error(`${command(port).join(' ')} does not start`);
    await sleep(1);
  }
  return { child, port, ms: performance.now() - begun };
}

async function stop({ child }) {
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await gone;
  running.delete(child);
}

const hotaka =
  (data, ...more) =>
  (port) => [program, 'serve', '--port', String(port), '--data', data, '--work-per-second', '10000000', ...more];
const relay = (port) => [bench, 'relay', String(port)];
const peer = (file) => (port) => ['node', `bench/peers/${file}`, String(port)];

function run(command, args) {
  const made = spawnSync('taskset', ['-c', '1', command, ...args], { maxBuffer: 1 << 26 });
  if (made.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${made.stderr}${made.stdout}`);
  return JSON.parse(made.stdout.toString().trim().split('\n').pop());
}
const load = (server, ...args) =>
  run(bench, [
    'load',
    `http://127.0.0.1:${server.port}`,
    '--server-process',
    String(server.child.pid),
    ...args.map(String),
  ]);
const load_peer = (name, server, seconds) =>
  run('node', ['bench/peers/load.mjs', name, String(server.port), '100', String(seconds), String(server.child.pid)]);

async function on(command, measure) {
  const server = await start(command);
  const figures = measure(server);
  await stop(server);
  return figures;
}
let data_folders = 0;
async function on_empty_hotaka(measure) {
  const data = join(folder, String(++data_folders));
  const figures = await on(hotaka(data), measure);
  rmSync(data, { recursive: true, force: true });
  return figures;
}
const on_hotaka = (...args) => on_empty_hotaka((server) => load(server, ...args));

function row(what, figure, goal, note = '') {
  console.log(`${what.padEnd(58)}${String(figure).padStart(10)}${String(goal).padStart(10)}  ${note}`);
}
const others = (figures) => `others took ${figures.foreign_cpu_pct}% of a core`;
const best = (rounds, key) => rounds.reduce((a, b) => (b[key] < a[key] ? b : a));

function install_peers() {
  if (!existsSync('bench/peers/node_modules'))
    spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: 'bench/peers', stdio: 'inherit' });
}

console.log(`${'The server, on one core'.padEnd(58)}${'figure'.padStart(10)}${'goal'.padStart(10)}`);

if (wanted('cost')) {
  install_peers();
  const rounds = { own: [], same: [], ws: [], boardgame: [] };
  for (let round = 0; round < 3; ++round) {
    // by turns, so that all meet the same machine
    rounds.own.push(await on_hotaka('--tables', 100, '--warmup', 3, '--seconds', 8));
    rounds.same.push(await on_empty_hotaka((server) => load_peer('hotaka', server, 8)));
    rounds.ws.push(await on(peer('ws_server.mjs'), (server) => load_peer('ws', server, 8)));
    rounds.boardgame.push(await on(peer('boardgame_server.mjs'), (server) => load_peer('boardgame.io', server, 8)));
  }
  const [own, same, ws, boardgame] = Object.values(rounds).map((all) => best(all, 'server_us_per_action'));
  const us = (figures) => figures.server_us_per_action;
  const ratio = (a, b, digits) => (us(a) / us(b)).toFixed(digits);
  const speed = (figures) => `${figures.actions_per_s} a second, ${others(figures)}`;
  row('dragons, 100 tables, our native client: us an action', us(own), 20, speed(own));
  row('dragons, the client on node that the others have: us', us(same), 20, speed(same));
  row('ws by hand, noughts and crosses, nothing stored: us', us(ws), '', speed(ws));
  row('boardgame.io, noughts and crosses, in memory: us', us(boardgame), '', speed(boardgame));
  row('  dragons / ws', ratio(own, ws, 2), 0.45, `${ratio(same, ws, 2)} with the same client`);
  row('  dragons / boardgame.io', ratio(own, boardgame, 3), 0.05, `${ratio(same, boardgame, 3)} with the same client`);
}
if (wanted('curve')) {
  install_peers();
  const loads = [
    ...[100, 500, 2000, 5000].map((tables) => ({ tables, pace: 1000, seconds: 10 })),
    { tables: 100, pace: 0, seconds: 8 },
  ];
  const keys = ['server_us_per_action', 'p50_ms', 'p99_ms', 'max_ms', 'actions_per_s', 'foreign_cpu_pct'];
  const median = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)];
  const medians = (rounds) => Object.fromEntries(keys.map((key) => [key, median(rounds.map((one) => one[key]))]));
  console.log(`\nHotaka (SQLite), ws (nothing stored) and Hotaka's sockets alone, median of ${runs}`);
  const head = ['us an action', 'of ws', 'p50 ms', 'p99 ms', 'max ms', 'actions/s', 'others %'];
  console.log(`${'tables, each an action a second'.padEnd(40)}${head.map((one) => one.padStart(13)).join('')}`);
  for (const { tables, pace, seconds } of loads) {
    const args = ['--tables', tables, '--pace', pace, '--warmup', 3, '--seconds', seconds];
    const rounds = { hotaka: [], ws: [], sockets: [] };
    for (let round = 0; round < runs; ++round) {
      // by turns, so that all meet the same machine
      rounds.hotaka.push(await on_hotaka(...args));
      rounds.ws.push(await on(peer('ws_server.mjs'), (server) => load(server, '--game', 'crosses', ...args)));
      rounds.sockets.push(await on(relay, (server) => load(server, '--game', 'crosses', ...args)));
    }
    const found = Object.fromEntries(Object.entries(rounds).map(([name, all]) => [name, medians(all)]));
    for (const [name, figures] of Object.entries(found)) {
      const [us, ...rest] = keys.map((key) => figures[key]);
      const ratio = (us / found.ws.server_us_per_action).toFixed(2);
      const what = `${tables}${pace > 0 ? '' : ' as fast as answers come'}, ${name}`;
      console.log(what.padEnd(40) + [us, ratio, ...rest].map((one) => String(one).padStart(13)).join(''));
    }
  }
}
if (wanted('idle')) {
  const figures = await on_hotaka('--tables', 1000, '--pace', -1, '--warmup', 4, '--seconds', 5);
  row('an open table with two connections: KB', figures.kb_per_table, 20, 'from 0 to 1000 tables');
}
if (wanted('start')) {
  const empty = [];
  for (let round = 0; round < 10; ++round) {
    const server = await start(hotaka(join(folder, `empty-${round}`)));
    empty.push(server.ms);
    await stop(server);
  }
  empty.sort((a, b) => a - b);
  row(
    'first answer with an empty folder: ms, median of 10',
    empty[5].toFixed(0),
    100,
    `${empty[0].toFixed(0)} to ${empty[9].toFixed(0)}`,
  );
  const full = join(folder, 'full');
  spawnSync(bench, ['server-data', full], { stdio: 'inherit' });
  const server = await start(hotaka(full));
  row('100000 finished and 5000 running games: ms', server.ms.toFixed(0), 100);
  const begun = performance.now() - server.ms;
  const unread = async () =>
    Number(
      /^hotaka_unread_tables (\d+)$/m.exec(
        spawnSync(program, ['admin', 'metrics', '--data', full], { encoding: 'utf8' }).stdout,
      )[1],
    );
  while ((await unread()) > 0) await sleep(5);
  row('  all of them in memory: ms', (performance.now() - begun).toFixed(0), 1000);
  await stop(server);
}
if (wanted('ratuki')) {
  const figures = await on_hotaka('--game', 'ratuki', '--tables', 100, '--warmup', 15, '--seconds', 30);
  row(
    'ratuki, 100 tables of 5: p99 to the answer in ms',
    figures.p99_ms,
    5,
    `p50 ${figures.p50_ms}, ${figures.actions_per_s} a second, ${others(figures)}`,
  );
  row('  and beyond the tie window', figures.settled_p99_ms, 5, `${figures.settled} cards`);
}
if (wanted('bots')) {
  const alone = await on_hotaka('--tables', 100, '--pace', 500, '--seconds', 15);
  const beside = await on_hotaka('--tables', 100, '--pace', 500, '--seconds', 15, '--bot-tables', 20);
  row(
    '100 tables beside 20 with master bots: p99 in ms',
    beside.p99_ms,
    '',
    `without them ${alone.p99_ms}, ${others(alone)}`,
  );
  row(
    '  what the bots add',
    (beside.p99_ms - alone.p99_ms).toFixed(3),
    5,
    `max ${beside.max_ms}, without them ${alone.max_ms}`,
  );
}
