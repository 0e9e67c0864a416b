// The position text of dragons (docs/rules/dragons.md), read into what the board draws.

export type Kind = 'V' | 'W' | 'F';
export type Side = 0 | 1; // White, Black
export const kinds: Kind[] = ['V', 'W', 'F'];
export const stones_of: Record<Kind, number> = { V: 4, W: 3, F: 2 };

export interface Stone {
  side: Side;
  kind: Kind;
}
export type Counts = Record<Kind, number>;

export interface DragonsView {
  ring: Stone[][]; // by segment 1 to 24 (0 is empty): inner stone first
  tray: [Counts, Counts];
  mat: [Counts, Counts];
  side: Side | null;
  dice: number[]; // unused
  question: number | null; // a corner whose recruit is to be taken or left
}

const no_stones = (): Counts => ({ V: 0, W: 0, F: 0 });

function stone_of(letter: string): Stone | null {
  const kind = letter.toUpperCase();
  if (kind !== 'V' && kind !== 'W' && kind !== 'F') return null;
  return { side: letter === kind ? 0 : 1, kind };
}

function counts_of(text: string): [Counts, Counts] {
  const both: [Counts, Counts] = [no_stones(), no_stones()];
  for (const letter of text) {
    const stone = stone_of(letter);
    if (stone) ++both[stone.side][stone.kind];
  }
  return both;
}

export function read_dragons(text: string): DragonsView | null {
  const [arena, tray, mat, side, dice, ...rest] = text.split(' ');
  if (
    arena === undefined ||
    tray === undefined ||
    mat === undefined ||
    side === undefined ||
    dice === undefined ||
    rest.length
  )
    return null;
  const ring: Stone[][] = [[]];
  for (const part of arena.match(/\d+|\([VWFvwf]{2}\)|[VWFvwf]|./g) ?? []) {
    if (/^\d/.test(part)) for (let i = 0; i < Number(part); ++i) ring.push([]);
    else if (part.startsWith('(') && part.length === 4) ring.push([stone_of(part[1]!)!, stone_of(part[2]!)!]);
    else {
      const stone = stone_of(part);
      if (!stone) return null;
      ring.push([stone]);
    }
  }
  if (ring.length !== 25) return null;
  const [unused = '', question] = dice.split('?');
  return {
    ring,
    tray: counts_of(tray),
    mat: counts_of(mat),
    side: side === 'w' ? 0 : side === 'b' ? 1 : null,
    dice: [...unused].filter((digit) => /[1-6]/.test(digit)).map(Number),
    question: question === undefined ? null : Number(question),
  };
}

const letter_of = (stone: Stone) => (stone.side === 0 ? stone.kind : stone.kind.toLowerCase());

function write_counts(both: [Counts, Counts]) {
  const parts = both.map((counts, side) =>
    kinds.map((kind) => letter_of({ side: side as Side, kind }).repeat(counts[kind])).join(''),
  );
  return parts.map((part) => part || '-').join('/');
}

export function write_dragons(view: DragonsView): string {
  let arena = '';
  let gap = 0;
  const close = () => {
    if (gap) arena += gap;
    gap = 0;
  };
  for (const stones of view.ring.slice(1)) {
    if (stones.length === 0) ++gap;
    else {
      close();
      const letters = stones.map(letter_of).join('');
      arena += stones.length === 2 ? `(${letters})` : letters;
    }
  }
  close();
  const dice = view.dice.join('') + (view.question === null ? '' : `?${view.question}`);
  const side = view.side === null ? '-' : view.side === 0 ? 'w' : 'b';
  return `${arena} ${write_counts(view.tray)} ${write_counts(view.mat)} ${side} ${dice || '-'}`;
}

// What is missing from nine has been destroyed.
export function destroyed(view: DragonsView, side: Side): Counts {
  const left = { ...stones_of };
  for (const stones of view.ring) for (const stone of stones) if (stone.side === side) --left[stone.kind];
  for (const kind of kinds) left[kind] -= view.tray[side][kind] + view.mat[side][kind];
  return left;
}

export const is_corner = (segment: number) => segment % 4 === 0;

// D5
export function corner_kind(segment: number, layout: string): Kind {
  const mirrored: Record<number, Kind> = { 4: 'V', 12: 'V', 8: 'W', 20: 'W', 16: 'F', 24: 'F' };
  const rotated: Record<number, Kind> = { 4: 'V', 16: 'V', 8: 'W', 20: 'W', 12: 'F', 24: 'F' };
  return (layout === 'rotated' ? rotated : mirrored)[segment]!;
}

// D3: which of its own entries a segment is, or 0.
export function entry_number(segment: number, side: Side, layout: string): number {
  if (side === 1) return segment <= 3 ? segment : 0;
  if (segment < 13 || segment > 15) return 0;
  return layout === 'rotated' ? segment - 12 : 16 - segment;
}
