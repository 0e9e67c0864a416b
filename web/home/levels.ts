import { t } from '../lib/i18n.svelte';

export function level_name(level: string) {
  switch (level) {
    case 'novice':
      return t('level.novice');
    case 'casual':
      return t('level.casual');
    case 'club':
      return t('level.club');
    case 'expert':
      return t('level.expert');
    case 'master':
      return t('level.master');
    default:
      return level;
  }
}

export function level_help(level: string) {
  switch (level) {
    case 'novice':
      return t('level.novice.help');
    case 'casual':
      return t('level.casual.help');
    case 'club':
      return t('level.club.help');
    case 'expert':
      return t('level.expert.help');
    default:
      return t('level.master.help');
  }
}
