// An entry of the move list in a line.

import { t } from '../lib/i18n.svelte';
import type { GameEvent, GameName } from '../lib/protocol';
import { spirits_action_words } from '../spirits/words';

export function step_words(event: GameEvent, game: GameName): string | null {
  if (event.roll) return t('move.roll', { a: event.roll[0], b: event.roll[1] });
  if (event.first !== undefined) return t('move.first', { side: event.first === 0 ? t('dragons.white') : t('dragons.black') });
  if (event.dealer !== undefined) return t('move.dealer', { seat: event.dealer + 1 });
  if (event.deal !== undefined || event.decks !== undefined) return t('move.deal');
  if (event.end !== undefined) return t('move.end');
  if (event.undo !== undefined) return t('move.undo');
  if (event.do === undefined) return null;
  if (game === 'spirits') return spirits_action_words(event.do);
  return event.do;
}
