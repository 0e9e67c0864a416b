import type { LobbyTable, ServerMessage } from './protocol';

type LobbyMessage = Extract<ServerMessage, { type: 'lobby' }>;

// The list after a message: all of it, or what has changed. Those that wait come first, the newest first.
export function lobby_after(tables: LobbyTable[], message: LobbyMessage): LobbyTable[] {
  if (message.tables) return message.tables;
  const changed = message.changed ?? [];
  const others = new Set([...changed.map((one) => one.table), ...(message.gone ?? [])]);
  const rank = (one: LobbyTable) => (one.state === 'waiting' ? 0 : 1);
  return [...tables.filter((one) => !others.has(one.table)), ...changed].sort(
    (a, b) => rank(a) - rank(b) || (b.created ?? 0) - (a.created ?? 0),
  );
}
