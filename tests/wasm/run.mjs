// The rules as WebAssembly under Node: the laws hold, and every answer is that of the native program.
//   node tests/wasm/run.mjs WASM_BUILD_FOLDER NATIVE_BUILD_FOLDER
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load, output, put, zero_ended } from './module.mjs';

const [folder, native_folder] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
let passed = 0;
let failed = 0;

function expect(what, holds, detail = '') {
  if (holds) {
    ++passed;
  } else {
    ++failed;
    console.log(`FAILED: ${what} ${detail}`);
  }
}

const program = join(native_folder, 'hotaka');

function native(name, ...args) {
  const run = spawnSync(join(native_folder, name), args, { maxBuffer: 1 << 30 });
  if (run.error) throw run.error;
  return run.stdout.toString();
}

// As the program lists them.
const games = native('hotaka_bench', 'signature')
  .match(/^\S+(?= )/gm)
  .filter((name) => !name.endsWith('-bots'));
expect('the list of games', games.length >= 3, games.join(' '));
const { api } = load(join(folder, 'src/hotaka.wasm'));

// The laws, a variant at a time. Two games more are only in the list of the tests.
const laws = load(join(folder, 'tests/laws.wasm'));
const more_games = [...games, 'hoard', 'hoard_race'];
for (const [game, name] of more_games.entries()) {
  const before = laws.api.checked();
  for (let variant = 0; variant < laws.api.variant_count(game); ++variant) laws.api.run(game, variant);
  expect(`the laws of ${name} hold`, laws.api.broken() === 0, zero_ended(laws.api, laws.api.report_text()));
  expect(`the laws of ${name} were looked at`, laws.api.checked() - before > 100000);
}

// The same module with that list: its names, and a game on this device.
const { api: more } = load(join(folder, 'tests/hotaka_test.wasm'));
const names = (module) => {
  const all = [];
  while (module.game_name(all.length) > 0) all.push(output(module));
  return all.join(' ');
};
expect('the games of the module', names(api) === games.join(' '), names(api));
expect('the games of the module of the tests', names(more) === more_games.join(' '), names(more));
for (const [game, turns] of [
  ['hoard', 6],
  ['hoard_race', 0],
]) {
  more.offline_seed(put(more, '03'.repeat(32)));
  let now = 1_000_000;
  const last = () => JSON.parse(output(more).trim().split('\n').at(-1) || '{}');
  const say = (message) => {
    more.offline_message(put(more, JSON.stringify(message)), now);
    return last();
  };
  const { table } = say({ type: 'create', game });
  for (const place of [0, 1]) say({ type: 'sit', table, place, seed: '' });
  let state = say({ type: 'start', table });
  let acted = 0;
  for (let step = 0; step < 100 && state.result === undefined; ++step) {
    const [legal] = Object.entries(state.legal ?? {});
    if (legal && turns > 0) {
      state = say({ type: 'act', table, version: state.version, seat: Number(legal[0]), do: legal[1][0] });
      ++acted;
    } else {
      now += more.offline_wait(now);
      if (more.offline_tick(now) > 0) state = last();
    }
  }
  expect(
    `${game} is played offline`,
    state.result?.code === 'hoards_compared' && acted === turns,
    JSON.stringify(state),
  );
}

// The signature, a part at a time.
const signatures = native('hotaka_bench', 'signature');
for (const [game, name] of games.entries()) {
  let number = 0n;
  for (let part = 0; part < api.signature_parts(); ++part) {
    number = BigInt.asUintN(64, api.fold(number, api.signature_part(game, part)));
  }
  const wanted = signatures.match(new RegExp(`^${name} ([0-9a-f]{16})`, 'm'))?.[1];
  expect(
    `the signature of ${name}`,
    number.toString(16).padStart(16, '0') === wanted,
    `${number.toString(16)} ${wanted}`,
  );
}

// What the bots choose.
for (const [game, name] of games.entries()) {
  const wanted = signatures.match(new RegExp(`^${name}-bots ([0-9a-f]{16})`, 'm'))?.[1];
  expect(`bots of ${name} in both builds`, api.bot_count(game) > 0 === (wanted !== undefined));
  if (wanted === undefined) continue;
  let number = 0n;
  for (let bot = 0; bot < api.bot_count(game); ++bot)
    number = BigInt.asUintN(64, api.fold(number, api.bot_signature(game, bot)));
  expect(
    `the choices of the bots of ${name}`,
    number.toString(16).padStart(16, '0') === wanted,
    `${number.toString(16)} ${wanted}`,
  );
}

// Perft.
const positions = readFileSync(join(here, '../counts/perft.txt'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'));
for (const line of positions) {
  const [position, edition, layout, ...counts] = line.split(' | ');
  for (const [index, count] of counts.entries()) {
    if (Number(count) > 3_000_000) continue;
    const made = api.perft(
      put(api, JSON.stringify({ game: 'dragons', position, edition, options: { layout } })),
      index + 1,
    );
    expect(`perft ${index + 1} of ${position}`, made === BigInt(count), `${made} ${count}`);
  }
}
for (const wrong of ['garbage', '{"game":"dragons","position":"garbage"}', '{"game":"ratuki","position":""}']) {
  expect(`${wrong} is not counted`, api.perft(put(api, wrong), 1) === -1n && output(api).length > 0);
}

// Replaying: the records of the tests, and simulated games, give the same bytes.
const records = join(here, '../records');
for (const file of readdirSync(records).filter((name) => name.endsWith('.hgr'))) {
  api.replay(put(api, readFileSync(join(records, file))));
  const wanted = native('hotaka', 'replay', '--json', join(records, file));
  expect(
    `the replay of ${file}`,
    output(api).replaceAll('"error":"input:', `"error":"${join(records, file)}:`) === wanted,
  );
}
const simulations = [
  ['dragons'],
  ['dragons', '--edition', 'huch'],
  ['spirits'],
  ['spirits', '--players', '2'],
  ['spirits', '--players', '3'],
  ['ratuki'],
  ['ratuki', '--players', '5'],
];
for (const args of simulations) {
  const record = native('hotaka', 'simulate', ...args, '--games', '20', '--seed', '7');
  api.replay(put(api, record));
  const run = spawnSync(program, ['replay', '--json', '-'], { input: record, maxBuffer: 1 << 30 });
  expect(`the replay of simulated ${args.join(' ')}`, run.status === 0 && output(api) === run.stdout.toString());
  // The same with positions: one for each entry, and the last one is what the program shows.
  api.positions(put(api, record));
  const told = output(api)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(
    `as many positions of ${args.join(' ')}`,
    told.filter((one) => one.view).length ===
      run.stdout
        .toString()
        .split('\n')
        .filter((line) => line.includes('"actors"')).length,
  );
  const shown = spawnSync(program, ['show', '-', '--game', '3', '--entry', '5'], { input: record }).stdout.toString();
  const fifth = told.find((one) => one.game === 3 && one.entry === 5)?.view;
  expect(`a position of ${args.join(' ')}`, fifth !== undefined && shown.includes(`position: ${fifth}\n`), fifth);
}

// Verifying: the same words, for right games and for wrong ones.
for (const args of [...simulations, ['spirits', '--players', '2', '--edition', 'russian']]) {
  const record = native('hotaka', 'simulate', ...args, '--fair', '--games', '5', '--seed', '7');
  const spoilt = record.replace(/"secret":"./, '"secret":"x').replace(/"seeds":\["[^"]*"/g, '"seeds":[""');
  for (const text of [record, spoilt, record.replaceAll(/,"secret":"[^"]*"/g, '')]) {
    for (const json of [0, 1]) {
      const wrong = api.verify(put(api, text), json);
      const run = spawnSync(program, ['verify', ...(json ? ['--json'] : []), '-'], { input: text, maxBuffer: 1 << 30 });
      expect(`verifying simulated ${args.join(' ')}`, output(api) === run.stdout.toString(), output(api));
      expect(
        `what is wrong with ${args.join(' ')}`,
        (wrong === 0) === (text === record) && run.status === (wrong ? 1 : 0),
      );
    }
  }
}

// Tables on a device: what is journaled brings a table back in a module that knows nothing of it.
for (const [game, options, places] of [
  ['dragons', {}, 2],
  ['spirits', { target: 30 }, 4],
  ['ratuki', { players: 3, target: 1 }, 3],
]) {
  const journal = [];
  let now = 1.7e12;
  const told = (host) =>
    output(host)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const keep = (host) => {
    host.offline_journal();
    const text = output(host).split('\n');
    for (let at = 0; text[at];) {
      const { first, lines } = JSON.parse(text[at]);
      expect(`the journal of ${game} has no gap`, first === journal.length, `${first} ${journal.length}`);
      journal.push(...text.slice(at + 1, at + 1 + lines));
      at += 1 + lines;
    }
  };
  const say = (host, message) => {
    host.offline_message(put(host, JSON.stringify(message)), now);
    return told(host).at(-1);
  };
  const { api: live } = load(join(folder, 'src/hotaka.wasm'));
  const { api: later } = load(join(folder, 'src/hotaka.wasm'));
  live.offline_seed(put(live, '01'.repeat(32)));
  later.offline_seed(put(later, '02'.repeat(32)));
  const { table } = say(live, { type: 'create', game, options });
  say(live, { type: 'sit', table, place: 0, seed: '' });
  keep(live);
  for (let place = 1; place < places; ++place) say(live, { type: 'bot', table, place, level: 'casual' });
  let last = say(live, { type: 'start', table });
  keep(live);
  for (let step = 0; step < 60; ++step) {
    const legal = game === 'ratuki' ? [] : Object.values(last.legal ?? {}).flat();
    if (legal.length > 0) {
      last = say(live, { type: 'act', table, version: last.version, do: legal[0] });
    } else {
      now += Math.max(0, live.offline_wait(now));
      live.offline_tick(now);
      last = told(live).at(-1) ?? last;
    }
    keep(live);
  }
  // A restart settles a card that is on its way: such a card is due within `tie_ms`, so nothing may be due so soon.
  for (let wait; game === 'ratuki' && (wait = live.offline_wait(now)) >= 0 && wait <= 60;) {
    now += wait;
    live.offline_tick(now);
    told(live);
    keep(live);
  }
  const back = later.offline_restore(put(later, journal.join('\n')), now, now);
  expect(`${game} comes back from its journal`, back === 1, output(later));
  const [wanted, found] = [live, later].map((host) => say(host, { type: 'join', table }));
  for (const key of ['state', 'view', 'events', 'places', 'legal', 'fair'])
    expect(`${key} of ${game} as it was`, JSON.stringify(wanted[key]) === JSON.stringify(found[key]));
  expect(`${game} is forgotten`, later.offline_release(put(later, table)) === 1);
  expect(`${game} is gone`, say(later, { type: 'join', table }).code === 'no_local_table');
  const damaged = journal.with(3, '{"sit"').join('\n');
  expect(`a damaged journal of ${game} is refused`, later.offline_restore(put(later, damaged), now, now) === 0);
  expect('its refusal has a code', told(later)[0].code === 'bad_journal');
}

console.log(`wasm: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
