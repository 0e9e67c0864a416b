// What an action would do, told before it is done. The host's rules decide; this only foretells.

import { corner_kind, entry_number, is_corner, type DragonsView, type Kind, type Side, type Stone } from './view';

export interface Action {
  from: number | Kind; // a segment, or a kind that enters from the mat
  to: number;
}

export type Happening = 'move' | 'hold' | 'entangle' | 'expel' | 'destroy';

export interface Effect {
  happening: Happening;
  victim: Stone | null;
  recruit: Kind | null; // what the corner gives, by itself or on demand
  asked: boolean; // the game stops to ask
  escape: boolean; // spends both dice
  die: number;
  after: DragonsView;
}

export interface DragonsOptions {
  layout: string;
  recruit: string;
}

export function read_action(text: string): Action | null {
  const match = /^(?:(\d{1,2})|([VWF]))-(\d{1,2})$/.exec(text);
  if (!match) return null;
  return { from: match[1] ? Number(match[1]) : (match[2] as Kind), to: Number(match[3]) };
}

export function write_action(action: Action) {
  return `${action.from}-${action.to}`;
}

export function distance(side: Side, from: number, to: number) {
  return side === 1 ? (to - from + 24) % 24 : (from - to + 24) % 24;
}

const copy = (view: DragonsView): DragonsView => ({
  ...view,
  ring: view.ring.map((stones) => [...stones]),
  tray: [{ ...view.tray[0] }, { ...view.tray[1] }],
  mat: [{ ...view.mat[0] }, { ...view.mat[1] }],
  dice: [...view.dice],
});

export function foretell(view: DragonsView, action: Action, options: DragonsOptions): Effect | null {
  const side = view.side;
  if (side === null) return null;
  const after = copy(view);
  let stone: Stone | undefined;
  let die: number;
  let escape = false;
  if (typeof action.from === 'number') {
    const stones = after.ring[action.from]!;
    stone = stones.at(-1);
    // An entangled stone is the inner one under an opposing vine (D9).
    if (stone && stone.side !== side) {
      stone = stones.shift();
      escape = true;
    } else stones.pop();
    die = distance(side, action.from, action.to);
  } else {
    stone = { side, kind: action.from };
    --after.mat[side][action.from];
    die = entry_number(action.to, side, options.layout);
  }
  if (!stone || stone.side !== side) return null;
  // D14: an escape spends both dice.
  if (escape) after.dice = [];
  else if (after.dice.includes(die)) after.dice.splice(after.dice.indexOf(die), 1);

  const there = after.ring[action.to]!;
  const other = there[0];
  let happening: Happening = 'move';
  let victim: Stone | null = null;
  if (!other) there.push(stone);
  else if (other.side === side) {
    happening = 'hold';
    there.push(stone);
  } else {
    victim = other;
    if (stone.kind === 'V') {
      happening = 'entangle';
      there.push(stone);
    } else {
      happening = stone.kind === 'W' ? 'expel' : 'destroy';
      if (stone.kind === 'W') ++after.tray[other.side][other.kind];
      after.ring[action.to] = [stone];
    }
  }
  // D12
  let recruit: Kind | null = null;
  let asked = false;
  if (is_corner(action.to)) {
    const kind = corner_kind(action.to, options.layout);
    if (after.tray[side][kind] > 0) {
      recruit = kind;
      asked = options.recruit === 'optional';
      if (asked) after.question = action.to;
      else {
        --after.tray[side][kind];
        ++after.mat[side][kind];
      }
    }
  }
  return { happening, victim, recruit, asked, escape, die, after };
}
