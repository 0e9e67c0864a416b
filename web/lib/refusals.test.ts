// @vitest-environment jsdom
// Every sentence by which a host refuses is either in the reader's language, or one that no page can bring about.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { speak } from './i18n.svelte';
import { refusal_words, refusals } from './refusals';

const source = join(__dirname, '../../src');
const files = (folder: string) =>
  readdirSync(join(source, folder))
    .filter((name) => name.endsWith('.cpp'))
    .map((name) => `${folder}/${name}`);

// Not among them: the journal, which only the server reads, and HTTP answers and close frames, which go to
// programs.
const elsewhere = /table\/journal|server\/(api|http|files|websocket|connections?|loop|metrics|log|config)\.cpp/;
const rooms = [
  ...files('table'),
  ...files('server'),
  ...files('wire'),
  ...files('host'),
  'games/any_game.cpp',
  'games/dragons/rules.cpp',
  'games/spirits/rules.cpp',
  'games/ratuki/rules.cpp',
].filter((file) => !elsewhere.test(file));

// Said only to who sends what this page never sends, or about the host itself.
const never = [
  /must be (a text|true or false|an object|the id of a table|the one you have seen|a whole number)/,
  /must be (the number of a place|a version that you have seen)/,
  /the table is only at version|give the one you have seen/,
  /there is no (level|such place|such seat|game|message of the type)|levels are novice|places are 0 to/,
  /is not an action of|the time t must be|nobody sits in that seat|time never goes back|not allowed/,
  /say which game|the kind of time must be|the games are dragons|ratuki has a clock of its own/,
  /JSON|means nothing here|a message of the type|see docs\/protocol/,
  /name and password do not fit|this machine gives no random numbers/,
  // Chance is the host's own affair.
  /dice must be rolled|who starts|dice of this turn|can start|a die shows/,
  /dealer|dealt|to deal|28 cards|balanced deal|35 cards/,
];

// What stands in quotes after the words by which a refusal is made, with the pieces that are put together.
function sentences(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8').replace(/\/\/.*$/gm, '');
  const found: string[] = [];
  const maker = /(?:return|Error\{|refuse\(|append_refused\(|done\(|answer\(|no_such_table =|\\"why\\":)/;
  const made = new RegExp(maker.source + /((?:"(?:[^"\\]|\\.)*"|[^;"])*);/.source, 'g');
  for (const [, rest] of text.matchAll(made)) {
    for (const [, piece] of (rest ?? '').matchAll(/"((?:[^"\\]|\\.)*)"/g))
      found.push((piece ?? '').replace(/\\"/g, '"'));
  }
  for (const [, piece] of text.matchAll(/"why\\":\\"([^\\]*)\\"/g)) found.push(piece ?? '');
  return found.filter(
    (piece) => /^[a-z;:, ].*[a-z]/i.test(piece) && piece.trim().includes(' ') && !/["{}]|^ |^[A-Z]/.test(piece),
  );
}

// The results of games are told in other words (reason.*).
const reasons = new RegExp(
  '^(all \\w+ destroyed|no stone left|the target is reached|a player gave up|a player left|time ran out|' +
    'nobody played on|(White|Black) gave up)',
);

test('every refusal that a page can meet is in three languages', () => {
  const known = refusals.map(([sentence]) => sentence);
  const all = rooms.flatMap((file) => sentences(file).map((sentence) => ({ file, sentence })));
  expect(all.length).toBeGreaterThan(100);
  const open = all.filter(
    ({ sentence }) =>
      !reasons.test(sentence) &&
      !never.some((one) => one.test(sentence)) &&
      !known.some(
        (one) =>
          one === sentence || one.startsWith(`${sentence}{`) || (/^[;:]/.test(sentence) && one.includes(sentence)),
      ),
  );
  expect(open).toEqual([]);
});

test('every sentence that is known here is said by a host', () => {
  const text = rooms.map((file) => readFileSync(join(source, file), 'utf8')).join('\n');
  expect(refusals.filter(([sentence]) => !sentence.split(/\{\w+\}/).every((piece) => text.includes(piece)))).toEqual(
    [],
  );
});

test('a refusal in the language of the reader, with what varies', async () => {
  await speak('de');
  expect(refusal_words('this place is taken: choose another one')).toBe(
    'Dieser Platz ist besetzt. Nimm einen anderen.',
  );
  expect(refusal_words("beaten by 40 ms: that card does not fit on the stack's top card (R7)")).toBe(
    'Um 40 ms geschlagen. Die Karte passt dort nicht mehr (R7).',
  );
  expect(refusal_words('something new')).toBe('something new');
  await speak('en');
});
