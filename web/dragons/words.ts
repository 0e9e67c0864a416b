// The board in words: for labels, announcements and the hint line.

import { t } from '../lib/i18n.svelte';
import type { Effect } from './effect';
import { corner_kind, entry_number, is_corner, type DragonsView, type Kind, type Side, type Stone } from './view';

export function kind_word(kind: Kind): string {
  return kind === 'V' ? t('dragons.vine') : kind === 'W' ? t('dragons.water') : t('dragons.fire');
}

export const side_word = (side: Side) => (side === 0 ? t('dragons.white') : t('dragons.black'));

const stone_word = (stone: Stone) => t('dragons.stone', { side: side_word(stone.side), kind: kind_word(stone.kind) });

export function effect_words(effect: Effect, mine: Side): string {
  const parts: string[] = [];
  const victim = effect.victim ? stone_word(effect.victim) : '';
  switch (effect.happening) {
    case 'move':
      parts.push(t('effect.move', { die: effect.die }));
      break;
    case 'hold':
      parts.push(t('effect.hold', { die: effect.die }));
      break;
    case 'entangle':
      parts.push(t('effect.entangle', { stone: victim }));
      break;
    case 'expel':
      parts.push(t('effect.expel', { stone: victim }));
      break;
    case 'destroy':
      parts.push(t('effect.destroy', { stone: victim }));
      break;
  }
  if (effect.recruit)
    parts.push(
      t(effect.asked ? 'effect.may_recruit' : 'effect.recruit', {
        stone: stone_word({ side: mine, kind: effect.recruit }),
      }),
    );
  if (effect.escape) parts.push(t('effect.escape'));
  return parts.join(' · ');
}

export function segment_words(
  segment: number,
  view: DragonsView,
  layout: string,
  effect: Effect | null,
  source: boolean,
  mine: Side,
): string {
  const parts = [t('dragons.segment', { segment })];
  if (is_corner(segment)) parts.push(t('dragons.corner', { kind: kind_word(corner_kind(segment, layout)) }));
  for (const side of [0, 1] as const) {
    const entry = entry_number(segment, side, layout);
    if (entry) parts.push(t('dragons.entry', { side: side_word(side), entry }));
  }
  const [inner, outer] = view.ring[segment] ?? [];
  if (!inner) parts.push(t('dragons.empty'));
  else if (!outer) parts.push(stone_word(inner));
  else
    parts.push(
      t(inner.side === outer.side ? 'dragons.held' : 'dragons.entangled', {
        inner: stone_word(inner),
        outer: stone_word(outer),
      }),
    );
  if (effect) parts.push(effect_words(effect, mine));
  else if (source) parts.push(t('dragons.can_move'));
  return parts.join(', ');
}
