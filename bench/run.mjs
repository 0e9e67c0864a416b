// Every figure that the docs quote, as one table: random play natively and as WebAssembly under Node, instructions an
// action, replaying, counting, sizes. Called by script/bench.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { load, output, put } from '../tests/wasm/module.mjs';

const program = 'build/release/hotaka';
const bench = 'build/release/hotaka_bench';
const module_path = 'build/wasm/src/hotaka.wasm';
const workloads = ['dragons', 'spirits-2', 'spirits-3', 'spirits-4', 'ratuki-2', 'ratuki-3', 'ratuki-4', 'ratuki-5'];
// What each must reach, in million actions a second.
const goals = {
  dragons: 8,
  'spirits-4': 20,
  'spirits-3': 12,
  'spirits-2': 12,
  'ratuki-2': 2,
  'ratuki-3': 2,
  'ratuki-4': 2,
  'ratuki-5': 2,
};
// Random play of OpenSpiel's nearest game, in million decisions a second on this kind of machine (not run here).
const peers = {
  dragons: ['backgammon', 0.12],
  'spirits-4': ['spades', 2.4],
  'spirits-3': ['skat', 2.1],
  'spirits-2': ['euchre', 2.1],
};

function run(command, args) {
  const made = spawnSync(command, args, { maxBuffer: 1 << 28 });
  if (made.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${made.stderr}`);
  return made.stdout.toString() + made.stderr.toString();
}

const { api } = load(module_path);

// Native and WebAssembly by turns, so that both meet the same machine; the best of each counts.
function speeds(index) {
  let native = 0;
  let wasm = 0;
  for (let slice = 0; slice < 20; ++slice) api.workload(index, 20000, slice); // until the module is compiled well
  for (let round = 0; round < 3; ++round) {
    const line = run(bench, ['rules', '--only', workloads[index]]).split('\n')[0];
    native = Math.max(native, Number(line.split(/\s+/)[1]));
    for (let slice = 0; slice < 20; ++slice) {
      const start = process.hrtime.bigint();
      const done = api.workload(index, 100000, slice);
      wasm = Math.max(wasm, done / (Number(process.hrtime.bigint() - start) / 1e9));
    }
  }
  return { native, wasm };
}

// Two runs of different length: the difference has no start-up in it.
function instructions(name) {
  const count = (actions) => {
    const text = run('valgrind', [
      '--tool=callgrind',
      '--callgrind-out-file=/dev/null',
      bench,
      'rules',
      '--only',
      name,
      '--actions',
      String(actions),
    ]);
    return [Number(text.match(/Collected : (\d+)/)[1]), Number(text.match(/^(\d+) actions/m)[1])];
  };
  const [few, few_actions] = count(20000);
  const [many, many_actions] = count(120000);
  return (many - few) / (many_actions - few_actions);
}

const cell = (text, width) => String(text).padStart(width);
console.log('Random play to the end on one core: list what is legal, choose, apply');
console.log(
  `${'workload'.padEnd(12)}${cell('M/s', 8)}${cell('goal', 7)}${cell('ns', 8)}${cell('instr.', 9)}` +
    `${cell('wasm M/s', 10)}${cell('wasm/native', 13)}  peer (M/s, not in this run)`,
);
for (const [index, name] of workloads.entries()) {
  const { native, wasm } = speeds(index);
  const peer = peers[name]
    ? `OpenSpiel ${peers[name][0]} ${peers[name][1]}: ${(native / 1e6 / peers[name][1]).toFixed(0)} times`
    : '';
  console.log(
    `${name.padEnd(12)}${cell((native / 1e6).toFixed(2), 8)}${cell(goals[name], 7)}` +
      `${cell((1e9 / native).toFixed(1), 8)}${cell(instructions(name).toFixed(0), 9)}` +
      `${cell((wasm / 1e6).toFixed(2), 10)}${cell((wasm / native).toFixed(2), 13)}  ${peer}`,
  );
}

console.log('\nReplaying a file (goal: 1.5 M entries/s)');
const folder = mkdtempSync(join(tmpdir(), 'hotaka-bench-'));
for (const [game, games] of [
  ['dragons', 4000],
  ['spirits', 3000],
  ['ratuki', 800],
]) {
  const file = join(folder, 'games.hgr');
  run(program, ['simulate', game, '--games', String(games), '--out', file]);
  let best = Infinity;
  let entries = 0;
  for (let round = 0; round < 3; ++round) {
    const start = process.hrtime.bigint();
    entries = Number(run(program, ['replay', file]).match(/(\d+) entries/)[1]);
    best = Math.min(best, Number(process.hrtime.bigint() - start) / 1e9);
  }
  console.log(
    `${game.padEnd(12)}${cell((entries / best / 1e6).toFixed(2), 8)} M entries/s  ` +
      `(${entries} entries, ${(statSync(file).size / best / 1e6).toFixed(0)} MB/s)`,
  );
}
rmSync(folder, { recursive: true });

console.log('\nCounting dragons: perft from the start after a 5 and a 2');
const start = process.hrtime.bigint();
const leaves = Number(run(program, ['perft', 'dragons', 'vvv9VVV9 VWWWFF/vwwwff -/- w 52', '7']));
const seconds = Number(process.hrtime.bigint() - start) / 1e9;
console.log(`depth 7: ${leaves} leaves, ${(leaves / seconds / 1e6).toFixed(0)} M leaves/s`);

console.log(
  '\nBots on one core (goals: 500 thousand simulations a second in spirits, ' +
    '1 million evaluations and 40 thousand tree searches in dragons)',
);
console.log(run(bench, ['bots']).trim());

console.log('\nSolving spirits with open hands (goals: 16 cards, above, within 50 ms in the mean; 20 within a second)');
console.log(run(bench, ['solver', '--cards', '20', '--deals', '10']).trim());

// The most memory that a program had, in MB.
function peak(args) {
  const child = spawn(program, args, { stdio: 'ignore' });
  let most = 0;
  const look = setInterval(() => {
    try {
      most = Math.max(
        most,
        Number(readFileSync(`/proc/${child.pid}/status`, 'utf8').match(/VmHWM:\s*(\d+)/)[1]) / 1024,
      );
    } catch {
      /* it has ended */
    }
  }, 5);
  return new Promise((done) =>
    child.once('exit', () => {
      clearInterval(look);
      done(most);
    }),
  );
}

console.log(
  '\nMemory of the strongest bots, two of them at once and the program with them (goal: 256 MB; 64 MB as WebAssembly)',
);
for (const [game, ...more] of [
  ['dragons'],
  ['spirits', '--players', '2'],
  ['spirits', '--players', '3'],
  ['spirits', '--players', '4'],
  ['ratuki', '--players', '5'],
]) {
  const most = await peak([
    'arena',
    game,
    '--bots',
    'master,expert',
    '--games',
    game === 'spirits' && more[1] === '3' ? '3' : '2',
    ...more,
  ]);
  console.log(`${[game, ...more].join(' ').padEnd(28)}${cell(most.toFixed(0), 6)} MB`);
}
// As WebAssembly: sixty decisions of `master` at a table on this device, with the work that it has there.
for (const [game, players] of [
  ['dragons', 2],
  ['spirits', 2],
  ['spirits', 3],
  ['spirits', 4],
  ['ratuki', 5],
]) {
  const { api: host } = load(module_path);
  let now = 1.7e12;
  let decided = 0;
  const heard = () =>
    output(host)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const say = (message) => {
    host.offline_message(put(host, JSON.stringify(message)), now);
    return heard();
  };
  host.offline_seed(put(host, '00'.repeat(32)));
  const { table } = say({ type: 'create', game, options: game === 'dragons' ? {} : { players } })[0];
  for (let place = 0; place < players; ++place) say({ type: 'bot', table, place, level: 'master' });
  say({ type: 'start', table });
  for (let tick = 0; tick < 100_000 && decided < 60; ++tick) {
    host.offline_tick((now += 20));
    const told = heard();
    host.offline_journal();
    // Nobody sits there, so of ratuki only that something changed is told.
    for (const message of told)
      decided += game === 'ratuki' ? 1 : (message.events ?? []).filter((event) => event.do).length;
  }
  if (decided < 60) throw new Error(`${game}: the bots do not play`);
  console.log(
    `${`WebAssembly, ${game} ${players}`.padEnd(28)}` +
      `${cell((host.memory.buffer.byteLength / 2 ** 20).toFixed(1), 6)} MB`,
  );
}

console.log('\nSizes');
console.log(run(bench, ['rules', '--only', 'dragons']).match(/a state takes .*/)[0]);
const bytes = readFileSync(module_path);
console.log(
  `the WebAssembly module has ${(bytes.length / 1024).toFixed(0)} KiB, ` +
    `${(gzipSync(bytes).length / 1024).toFixed(0)} KiB compressed`,
);
console.log('\nSignatures');
console.log(run(bench, ['signature']).trim());
