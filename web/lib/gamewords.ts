import { t } from './i18n.svelte';
import type { GameName } from './protocol';

export const game_name = (game: GameName) =>
  game === 'dragons' ? t('game.dragons') : game === 'spirits' ? t('game.spirits') : t('game.ratuki');

export const game_players = (game: GameName) =>
  game === 'dragons'
    ? t('game.dragons.players')
    : game === 'spirits'
      ? t('game.spirits.players')
      : t('game.ratuki.players');

export const game_tagline = (game: GameName) =>
  game === 'dragons'
    ? t('game.dragons.tagline')
    : game === 'spirits'
      ? t('game.spirits.tagline')
      : t('game.ratuki.tagline');
