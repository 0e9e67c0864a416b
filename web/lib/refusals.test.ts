// @vitest-environment jsdom
// Every code by which a backend refuses is either in the reader's language, or one that no page can bring about.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { speak } from './i18n.svelte';
import { refusal_words, refusals } from './refusals';

// docs/protocol.md lists all codes, which a test over the sources keeps true.
const protocol = readFileSync(join(__dirname, '../../docs/protocol.md'), 'utf8');
const listed = new Map(
  [...protocol.matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].map(([, code, where]) => [code ?? '', where ?? '']),
);

test('every code that a page can meet has words', () => {
  const met = [...listed].filter(([, where]) => where === 'table' || where === 'game').map(([code]) => code);
  expect(met.length).toBeGreaterThan(50);
  expect(met.filter((code) => !(code in refusals))).toEqual([]);
});

test('every code that has words is in the list', () => {
  expect(Object.keys(refusals).filter((code) => !listed.has(code))).toEqual([]);
});

test('a refusal in the language of the reader, with what varies', async () => {
  await speak('de');
  expect(refusal_words({ code: 'place_taken' })).toBe('Dieser Platz ist besetzt. Nimm einen anderen.');
  expect(refusal_words({ code: 'does_not_fit', late_ms: 40 })).toBe(
    'Um 40 ms geschlagen. Die Karte passt dort nicht mehr (R7).',
  );
  expect(refusal_words({ code: 'new', why: 'something new' })).toBe('something new');
  await speak('en');
});
