import { t } from '../lib/i18n.svelte';
import type { LobbyTable } from '../lib/protocol';

// Whether there is room at a table of the lobby.
export function seats_words(table: LobbyTable): string {
  if (table.state === 'running') return t('home.running');
  const free = table.places.filter((place) => place.kind === 'open').length;
  return t('home.free_seats', { free, all: table.places.length });
}
