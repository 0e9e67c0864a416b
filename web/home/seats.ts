import { t } from '../lib/i18n.svelte';
import type { LobbyTable } from '../lib/protocol';

// Who sits at a table of the lobby, in a line.
export function seats_words(table: LobbyTable): string {
  const free = table.places.filter((place) => place.kind === 'open').length;
  const names = table.places.filter((place) => place.kind === 'person').map((place) => place.name ?? '');
  const parts = [names.join(', ')];
  if (table.state === 'running') parts.push(t('home.running'));
  else parts.push(t('home.free_seats', { free, all: table.places.length }));
  return parts.filter(Boolean).join(' · ');
}
