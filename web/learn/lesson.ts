// A lesson of dragons: positions in which there is one thing to discover.

import type { Key } from '../lib/i18n.svelte';

export interface Task {
  text: Key;
  done: Key;
  position: string;
  legal: string[];
  wanted: string[]; // what solves it
}

export const tasks: Task[] = [
  {
    text: 'lesson.move',
    done: 'lesson.move.done',
    position: 'vvv9VVV9 VWWWFF/vwwwff -/- w 52',
    legal: ['13-8', '13-11', '14-9', '14-12', '15-10', '15-13'],
    wanted: ['13-8', '13-11', '14-9', '14-12', '15-10', '15-13'],
  },
  {
    text: 'lesson.recruit',
    done: 'lesson.recruit.done',
    position: 'vvv9VVV9 VWWWFF/vwwwff -/- w 5',
    legal: ['13-8', '14-9', '15-10'],
    wanted: ['13-8'],
  },
  {
    text: 'lesson.enter',
    done: 'lesson.enter.done',
    position: 'vvv4V5VV9 VWWFF/vwwwff W/- w 3',
    legal: ['8-5', '14-11', '15-12', 'W-13'],
    wanted: ['W-13'],
  },
  {
    text: 'lesson.entangle',
    done: 'lesson.entangle.done',
    position: 'vv3v1V5VV9 VWWWFF/vwwwff -/- w 2',
    legal: ['8-6', '14-12', '15-13'],
    wanted: ['8-6'],
  },
  {
    text: 'lesson.escape',
    done: 'lesson.escape.done',
    position: 'vv10V(Vv)10 VVWWWFF/vwwwff -/- w 52',
    legal: ['13-11', '13-8', '14-12'],
    wanted: ['14-12'],
  },
  {
    text: 'lesson.expel',
    done: 'lesson.expel.done',
    position: 'vv6v3WVV9 VVWWFF/vwwwff -/- w 4',
    legal: ['13-9', '14-10', '15-11'],
    wanted: ['13-9'],
  },
  {
    text: 'lesson.destroy',
    done: 'lesson.destroy.done',
    position: 'vv6v3FVV9 VVWWWF/vwwwff -/- w 4',
    legal: ['13-9', '14-10', '15-11'],
    wanted: ['13-9'],
  },
];
