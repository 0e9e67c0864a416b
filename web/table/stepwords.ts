// An entry of the move list in a line.

import { t } from '../lib/i18n.svelte';
import type { GameEvent, GameName } from '../lib/protocol';
import { spirits_action_words } from '../spirits/words';
import type { TableModel } from './model.svelte';

export function step_words(event: GameEvent, game: GameName, name: (seat: number) => string): string | null {
  if (event.roll) return t('move.roll', { a: event.roll[0], b: event.roll[1] });
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

// The reasons that records give, in the reader's language; what is not known stays as it is.
export function reason_words(reason: string): string {
  switch (reason) {
    case 'all vines destroyed':
      return t('reason.vines');
    case 'all water destroyed':
      return t('reason.waters');
    case 'all fire destroyed':
      return t('reason.fires');
    case 'no stone left in the arena or on the mat':
      return t('reason.no_stone');
    case 'White gave up':
    case 'Black gave up':
    case 'a player gave up':
      return t('reason.gave_up');
    case 'time ran out':
      return t('reason.time');
    case 'a player left':
      return t('reason.left');
    case 'the target is reached':
      return t('reason.target');
    case 'nobody played on':
      return t('reason.idle');
    default:
      return reason;
  }
}

export function result_words(model: TableModel): string {
  const winners = model.result?.winners ?? [];
  if (model.me !== null && winners.includes(model.me)) return t('end.won');
  return t('end.winner', { names: winners.map((place) => model.place_name(place)).join(', ') });
}
