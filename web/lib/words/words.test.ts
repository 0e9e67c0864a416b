import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { de } from './de';
import { en } from './en';
import { ru } from './ru';

const root = join(__dirname, '../..');
const sources = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter(
    (entry) =>
      entry.isFile() &&
      /\.(svelte|ts)$/.test(entry.name) &&
      !/node_modules|e2e|words\/|\.test\./.test(join(entry.parentPath, entry.name)),
  )
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

test.each([
  ['German', de],
  ['Russian', ru],
])('%s has every key, with the same holes, and no other', (_, words) => {
  expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    expect(words[key].trim(), key).not.toBe('');
    expect(holes(words[key]), key).toEqual(holes(en[key]));
  }
});

test('every key is used', () => {
  const all = sources.join('\n');
  expect(Object.keys(en).filter((key) => !all.includes(`'${key}'`))).toEqual([]);
});

test('Russian is written in Cyrillic', () => {
  const latin = Object.entries(ru).filter(([, text]) => !/[а-яё]/i.test(text));
  expect(latin.map(([key]) => key)).toEqual(['place.bot', 'dragons.stone']);
});

test('no component has words of its own', () => {
  const components = readdirSync(root, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.svelte') && !entry.parentPath.includes('node_modules'),
  );
  const found: string[] = [];
  for (const entry of components) {
    let text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    text = text
      .replace(/<script[\s\S]*?<\/script>/g, '')
      .replace(/<style[\s\S]*?<\/style>/g, '')
      .replace(/<!--[\s\S]*?-->/g, '');
    text = text.replace(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, '');
    for (const match of text.matchAll(/>([^<>]*)</g)) {
      const words = match[1]!.replace(/&\w+;/g, '').trim();
      if (/[a-z]{3,}/i.test(words) && words !== 'Hotaka') found.push(`${entry.name}: ${words}`);
    }
  }
  expect(found).toEqual([]);
});
