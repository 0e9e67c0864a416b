import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { foretell, read_action } from '../dragons/effect';
import { read_dragons } from '../dragons/view';
import { tasks } from './lesson';
import { rules_of } from './rules/load';

// The numbers of docs/rules are the law; every language has every one of them.
test.each(['dragons', 'spirits', 'ratuki'] as const)('%s: each rule by its number in three languages', async (game) => {
  const page = readFileSync(join(__dirname, '../../docs/rules', `${game}.md`), 'utf8');
  const numbers = [...page.matchAll(/^- \*\*([DSR]\d+)\*\*/gm)].map((match) => match[1]);
  expect(numbers.length).toBeGreaterThan(10);
  for (const language of ['en', 'de', 'ru'] as const) {
    const sections = await rules_of(game, language);
    expect(sections.flatMap((section) => section.rules.map(([number]) => number))).toEqual(numbers);
    for (const [, text] of sections.flatMap((section) => section.rules)) expect(text.length).toBeGreaterThan(20);
  }
});

test('every task of the lesson can be solved', () => {
  for (const task of tasks) {
    const view = read_dragons(task.position);
    expect(view, task.position).not.toBeNull();
    expect(task.wanted.length).toBeGreaterThan(0);
    for (const action of [...task.wanted, ...task.legal]) {
      expect(task.legal).toContain(action);
      expect(foretell(view!, read_action(action)!, { layout: 'mirrored', recruit: 'automatic' })).not.toBeNull();
    }
  }
});
