// An entry of the move list in a line.

import { t, type Key } from '../lib/i18n.svelte';
import type { GameEvent, GameName } from '../lib/protocol';
import { spirits_action_words } from '../spirits/words';
import type { TableModel } from './model.svelte';

export function step_words(event: GameEvent, game: GameName, name: (seat: number) => string): string | null {
  if (event.roll) return t('move.roll', { a: event.roll[0], b: event.roll[1] });
  if (event.first !== undefined && game === 'spirits') return t('move.lead', { name: name(event.first) });
  if (event.first !== undefined)
    return t('move.first', { side: event.first === 0 ? t('dragons.white') : t('dragons.black') });
  if (event.dealer !== undefined) return t('move.dealer', { name: name(event.dealer) });
  if (event.deal !== undefined || event.decks !== undefined) return t('move.deal');
  if (event.end !== undefined) return t(event.end === 'time' ? 'move.time' : 'move.end');
  if (event.undo !== undefined) return t('move.undo');
  if (event.do === undefined) return null;
  if (game === 'spirits') return spirits_action_words(event.do, name);
  if (game === 'ratuki') return ratuki_action_words(event.do);
  return event.do;
}

function ratuki_action_words(action: string): string {
  const [verb, card = '', slot = '0'] = action.split(' ');
  const rank = card === '*' ? t('ratuki.wild') : (card[0] ?? '');
  if (verb === 'play') return t('ratuki.move.play', { card: rank, slot: Number(slot) + 1 });
  if (verb === 'start') return t('ratuki.move.start');
  if (verb === 'discard') return t('ratuki.move.discard', { card: rank });
  return t('ratuki.out');
}

const reasons: Record<string, Key> = {
  all_vines_destroyed: 'reason.vines',
  all_water_destroyed: 'reason.waters',
  all_fire_destroyed: 'reason.fires',
  no_stone_left: 'reason.no_stone',
  white_resigned: 'reason.gave_up',
  black_resigned: 'reason.gave_up',
  resigned: 'reason.gave_up',
  time_out: 'reason.time',
  player_left: 'reason.left',
  target_reached: 'reason.target',
  nobody_played: 'reason.idle',
};

// How a game ended, in the reader's language; what is not known stays as it came.
export function reason_words({ code, reason }: { code: string; reason: string }): string {
  const key = reasons[code];
  return key ? t(key) : reason;
}

export function result_words(model: TableModel): string {
  const winners = model.result?.winners ?? [];
  if (model.me !== null && winners.includes(model.me)) return t('end.won');
  return t('end.winner', { names: winners.map((place) => model.place_name(place)).join(', ') });
}
