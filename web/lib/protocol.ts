// The messages of docs/protocol.md, as the page uses them. The server and the offline host speak the same.

export const protocol = 1;

export type GameName = 'dragons' | 'spirits' | 'ratuki';
export const games: GameName[] = ['dragons', 'spirits', 'ratuki'];
export const levels = ['novice', 'casual', 'club', 'expert', 'master'] as const;

export type Options = Record<string, string | number | number[]>;

export type TimeControl =
  { kind: 'none' } | { kind: 'relaxed'; bank: number; move: number } | { kind: 'slow'; days: number };

export interface Place {
  kind: 'open' | 'person' | 'bot';
  name?: string;
  person?: string;
  claimed?: boolean;
  ready?: boolean;
  here?: boolean;
  seed?: string;
  rating?: number;
  level?: string;
  away?: boolean;
  resigned?: boolean;
}

// An entry of the game, or something that happened beside it.
export interface GameEvent {
  seat?: number;
  do?: string;
  t?: number;
  roll?: [number, number];
  first?: number;
  dealer?: number;
  deal?: string[][] | true;
  decks?: string[][] | true;
  end?: string;
  undo?: number;
  done?: number;
  away?: number;
  back?: number;
  resigned?: number;
  resigning?: number;
  level?: string;
}

export interface Result {
  winners: number[];
  scores: number[];
  reason: string;
  code: string;
}

export interface Update {
  type: 'update' | 'table';
  table: string;
  version: number;
  events?: GameEvent[];
  view?: string;
  actors?: number[];
  legal?: Record<string, string[]>;
  seating?: (number | null)[];
  held?: number | null;
  clock?: { left: number[]; running: number[]; at: number };
  undo?: { can?: 'free' | 'ask' | null; asked?: number | null };
  round?: { start: number };
  result?: Result;
  rematch?: string;
  to?: number;
}

export interface ChatLine {
  name: string;
  person?: string;
  claimed?: boolean;
  text: string;
  at?: number;
}

export interface TableMessage extends Update {
  type: 'table';
  state: 'waiting' | 'running' | 'finished';
  game: GameName;
  edition?: string;
  options: Options;
  time?: TimeControl;
  open?: boolean;
  watch?: boolean;
  rated?: boolean;
  host?: number | null;
  places: Place[];
  you?: number | null;
  fair?: { id: string; commit: string; seeds?: string[]; secret?: string };
  chat?: ChatLine[];
}

export interface LobbyTable {
  table: string;
  game: GameName;
  edition?: string;
  options: Options;
  time?: TimeControl;
  rated?: boolean;
  state: 'waiting' | 'running' | 'finished';
  created?: number;
  places: Place[];
}

export type ServerMessage =
  | {
      type: 'welcome';
      protocol: number;
      person: string;
      name: string;
      claimed?: boolean;
      now: number;
      tables?: string[];
    }
  | { type: 'ok'; to?: number; table?: string }
  | { type: 'refused'; to?: number; code: string; why: string; late_ms?: number; table?: string }
  | { type: 'lobby'; to?: number; tables?: LobbyTable[]; changed?: LobbyTable[]; gone?: string[] }
  | TableMessage
  | (Update & { type: 'update' })
  | { type: 'presence'; table: string; place: number; here: boolean }
  | {
      type: 'chat';
      table: string;
      name: string;
      person?: string;
      claimed?: boolean;
      text: string;
      at?: number;
      to?: number;
    }
  | { type: 'pong'; to?: number; c: number; now: number }
  | { type: 'bye'; code: string; why: string; again?: boolean };

export interface ClientMessage {
  type: string;
  n?: number;
  [member: string]: unknown;
}
