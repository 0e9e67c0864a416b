// A friendly name for those who have none yet: "Otter 27".

import { t } from '../lib/i18n.svelte';

export function suggested_name(random = Math.random): string {
  const all = t('name.ideas').split(', ');
  return `${all[Math.floor(random() * all.length)]!} ${2 + Math.floor(random() * 98)}`;
}
