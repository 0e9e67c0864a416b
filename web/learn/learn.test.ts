import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { foretell, read_action } from '../dragons/effect';
import { read_dragons } from '../dragons/view';
import { fits } from '../ratuki/view';
import { settle } from '../spirits/settle';
import { read_spirits } from '../spirits/view';
import { tasks } from './lesson';
import { questions } from './quiz';
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

test('the answers of the short lessons are those of the rules', () => {
  const table = read_spirits('-/-/-/- 0:- - -/- 0/0 d2 play')!;
  for (const question of questions.spirits) {
    const cards = question.choices.filter((choice) => typeof choice === 'string');
    if (cards.length < 4) continue;
    const end = settle({ ...table, trick: cards.slice(0, 3) }, cards[3]!);
    expect(question.right).toEqual([end.winner ?? 4]);
  }
  for (const question of questions.ratuki) {
    const top = question.shown;
    if (!top) continue;
    const right = question.choices.flatMap((choice, i) => (typeof choice === 'string' && fits(choice, top) ? [i] : []));
    expect(question.right).toEqual(right);
  }
});
