// Cards and actions of spirits in words.

import { t } from '../lib/i18n.svelte';
import { clan_of, is_fusion, is_hidden, multiplier, power, value, type Card, type Clan } from './view';

export const clan_word = (clan: Clan) => (clan === 'Y' ? t('spirits.yellow') : t('spirits.red'));

export function card_words(card: Card): string {
  const clan = clan_word(clan_of(card));
  if (is_hidden(card)) return t('spirits.card.hidden', { clan });
  if (is_fusion(card)) return t('spirits.card.fusion', { clan });
  if (card[1] === 'X') return t('spirits.card.multiplier', { clan, factor: multiplier(card) });
  return t('spirits.card.plain', { clan, power: power(card), value: value(card) });
}

export function spirits_action_words(action: string, name: (seat: number) => string): string {
  const [verb, what = ''] = action.split(' ');
  if (verb === 'ask') return t('spirits.move.ask', { name: name(Number(what)) });
  if (verb === 'flip') return t('spirits.move.flip', { column: Number(what) + 1 });
  return t('spirits.move.play', { card: card_words(what) });
}
