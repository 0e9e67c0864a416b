// The options of each game as docs/rules lists them, for the form that makes a table.

import type { Key } from '../lib/i18n.svelte';
import type { GameName } from '../lib/protocol';

export interface Choice {
  name: string;
  label: Key;
  help: Key;
  values?: { value: string; label: Key }[];
  range?: { least: number; most: number; step: number };
  only?: number; // means something only with so many players
}

export interface Form {
  players: number[];
  editions: { name: string; label: Key; sets: Record<string, string | number> }[];
  choices: Choice[];
  forgives?: true; // a seat can be let off the rule of one hand (ratuki, R11)
}

export const forms: Record<GameName, Form> = {
  dragons: {
    players: [2],
    editions: [
      {
        name: 'gen42',
        label: 'edition.gen42',
        sets: { recruit: 'automatic', entry: 'free', layout: 'mirrored', first: 'random' },
      },
      {
        name: 'huch',
        label: 'edition.huch',
        sets: { recruit: 'optional', entry: 'compulsory', layout: 'mirrored', first: 'random' },
      },
    ],
    choices: [
      {
        name: 'recruit',
        label: 'option.recruit',
        help: 'option.recruit.help',
        values: [
          { value: 'automatic', label: 'value.automatic' },
          { value: 'optional', label: 'value.optional' },
        ],
      },
      {
        name: 'entry',
        label: 'option.entry',
        help: 'option.entry.help',
        values: [
          { value: 'free', label: 'value.free' },
          { value: 'compulsory', label: 'value.compulsory' },
        ],
      },
      {
        name: 'layout',
        label: 'option.layout',
        help: 'option.layout.help',
        values: [
          { value: 'mirrored', label: 'value.mirrored' },
          { value: 'rotated', label: 'value.rotated' },
        ],
      },
      {
        name: 'first',
        label: 'option.first',
        help: 'option.first.help',
        values: [
          { value: 'random', label: 'value.random' },
          { value: 'white', label: 'dragons.white' },
          { value: 'black', label: 'dragons.black' },
        ],
      },
    ],
  },
  spirits: {
    players: [2, 3, 4],
    editions: [
      {
        name: 'matagot',
        label: 'edition.matagot',
        sets: { deal: 'shuffled', face_down: 'per_side', rotation: 'left', lead: 'left', target: 500 },
      },
      {
        name: 'russian',
        label: 'edition.russian',
        sets: { deal: 'balanced', face_down: 'both_sides', rotation: 'right', lead: 'dealer', target: 500 },
      },
    ],
    choices: [
      {
        name: 'deal',
        label: 'option.deal',
        help: 'option.deal.help',
        only: 2,
        values: [
          { value: 'shuffled', label: 'value.shuffled' },
          { value: 'balanced', label: 'value.balanced' },
        ],
      },
      {
        name: 'face_down',
        label: 'option.face_down',
        help: 'option.face_down.help',
        only: 2,
        values: [
          { value: 'per_side', label: 'value.per_side' },
          { value: 'both_sides', label: 'value.both_sides' },
        ],
      },
      {
        name: 'rotation',
        label: 'option.rotation',
        help: 'option.rotation.help',
        only: 3,
        values: [
          { value: 'left', label: 'value.left' },
          { value: 'right', label: 'value.right' },
        ],
      },
      {
        name: 'lead',
        label: 'option.lead',
        help: 'option.lead.help',
        values: [
          { value: 'left', label: 'value.lead_left' },
          { value: 'dealer', label: 'value.lead_dealer' },
          { value: 'drawn', label: 'value.lead_drawn' },
        ],
      },
      {
        name: 'target',
        label: 'option.target',
        help: 'option.target.help',
        range: { least: 100, most: 1000, step: 50 },
      },
    ],
  },
  ratuki: {
    players: [2, 3, 4, 5],
    editions: [],
    forgives: true,
    choices: [
      { name: 'target', label: 'option.target', help: 'option.target.help', range: { least: 20, most: 200, step: 10 } },
      { name: 'tie_ms', label: 'option.tie_ms', help: 'option.tie_ms.help', range: { least: 0, most: 200, step: 20 } },
      {
        name: 'hand_ms',
        label: 'option.hand_ms',
        help: 'option.hand_ms.help',
        range: { least: 200, most: 2000, step: 100 },
      },
      {
        name: 'idle_ms',
        label: 'option.idle_ms',
        help: 'option.idle_ms.help',
        range: { least: 5000, most: 60000, step: 5000 },
      },
    ],
  },
};

export const ratuki_defaults = { target: 100, tie_ms: 60, hand_ms: 200, idle_ms: 20000 };

export function defaults(game: GameName, edition: string): Record<string, string | number> {
  if (game === 'ratuki') return { ...ratuki_defaults };
  return { ...forms[game].editions.find((one) => one.name === edition)?.sets };
}

// The options as a table is made with them. R11: who is let off the rule of one hand has tie_ms, which takes a list.
export function table_options(
  game: GameName,
  options: Record<string, string | number>,
  players: number,
  forgiven: number[],
): Record<string, unknown> {
  if (game === 'dragons') return { ...options };
  const all = { ...options, players };
  if (!forms[game].forgives || !forgiven.some((seat) => seat < players)) return all;
  const tie = Number(options['tie_ms']);
  const hand = Math.max(tie, Number(options['hand_ms']));
  return { ...all, hand_ms: Array.from({ length: players }, (_, seat) => (forgiven.includes(seat) ? tie : hand)) };
}
