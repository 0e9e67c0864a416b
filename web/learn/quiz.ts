// Short lessons of spirits and ratuki: what to press is a card or a sentence.

import type { Key } from '../lib/i18n.svelte';

export interface Question {
  text: Key;
  done: Key;
  shown?: string; // a card on the table
  choices: (string | { words: Key })[]; // a card's code, or words
  right: number[];
}

export const questions: Record<'spirits' | 'ratuki', Question[]> = {
  spirits: [
    { text: 'quiz.s.power', done: 'quiz.s.power.done', choices: ['Y31', 'R17', 'Y61', 'R41'], right: [2] },
    { text: 'quiz.s.equal', done: 'quiz.s.equal.done', choices: ['R51', 'Y51', 'R13', 'Y14'], right: [0] },
    {
      text: 'quiz.s.fusion',
      done: 'quiz.s.fusion.done',
      choices: ['Y61', 'RFU', 'Y21', 'R61', { words: 'quiz.s.nobody' }],
      right: [4],
    },
    {
      text: 'quiz.s.ask',
      done: 'quiz.s.ask.done',
      choices: [{ words: 'quiz.s.pass' }, { words: 'quiz.s.play_red' }, { words: 'quiz.s.ask_somebody' }],
      right: [2],
    },
    {
      text: 'quiz.s.points',
      done: 'quiz.s.points.done',
      choices: [{ words: 'quiz.s.ten' }, { words: 'quiz.s.twelve' }, { words: 'quiz.s.twenty' }],
      right: [2],
    },
  ],
  ratuki: [
    { text: 'quiz.r.fits', done: 'quiz.r.fits.done', shown: '3d', choices: ['1n', '4r', '5h'], right: [1] },
    { text: 'quiz.r.both', done: 'quiz.r.both.done', shown: '2w', choices: ['1d', '5n', '3h'], right: [0, 2] },
    { text: 'quiz.r.take', done: 'quiz.r.take.done', shown: '4n', choices: ['2d', '5w', '1h'], right: [1] },
    { text: 'quiz.r.open', done: 'quiz.r.open.done', choices: ['2n', '*', '1r'], right: [2] },
    {
      text: 'quiz.r.out',
      done: 'quiz.r.out.done',
      choices: [{ words: 'quiz.r.any_time' }, { words: 'quiz.r.pile_empty' }, { words: 'quiz.r.hand_empty' }],
      right: [1],
    },
  ],
};
