// Stones with an identity, so that a change of view can be shown as stones that move.

import { destroyed, kinds, stones_of, type DragonsView, type Kind, type Side } from './view';

export type Spot =
  { zone: 'ring'; segment: number; outer: boolean } | { zone: 'tray' | 'mat' | 'dead'; segment: 0; outer: false };

export interface Piece {
  id: string;
  side: Side;
  kind: Kind;
  spot: Spot;
}

const same = (a: Spot, b: Spot) => a.zone === b.zone && a.segment === b.segment && a.outer === b.outer;

function spots(view: DragonsView, side: Side, kind: Kind): Spot[] {
  const found: Spot[] = [];
  view.ring.forEach((stones, segment) =>
    stones.forEach((stone, i) => {
      if (stone.side === side && stone.kind === kind) found.push({ zone: 'ring', segment, outer: i === 1 });
    }),
  );
  for (let i = 0; i < view.mat[side][kind]; ++i) found.push({ zone: 'mat', segment: 0, outer: false });
  for (let i = 0; i < view.tray[side][kind]; ++i) found.push({ zone: 'tray', segment: 0, outer: false });
  for (let i = 0; i < destroyed(view, side)[kind]; ++i) found.push({ zone: 'dead', segment: 0, outer: false });
  return found;
}

// The eighteen stones of a view. Those that can have stayed where they were keep their identity there.
export function pieces_of(view: DragonsView, before: Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const side of [0, 1] as const) {
    for (const kind of kinds) {
      const old = before.filter((piece) => piece.side === side && piece.kind === kind);
      const places = spots(view, side, kind);
      const free: Spot[] = [];
      const kept = new Set<Piece>();
      for (const spot of places) {
        const piece = old.find((one) => !kept.has(one) && same(one.spot, spot));
        if (piece) {
          kept.add(piece);
          all.push({ ...piece, spot });
        } else free.push(spot);
      }
      // A pair that came apart or together changes depth, not segment.
      const rest = old.filter((piece) => !kept.has(piece));
      for (const spot of free) {
        const near = rest.findIndex((piece) => piece.spot.zone === 'ring' && piece.spot.segment === spot.segment);
        const piece = near >= 0 ? rest.splice(near, 1)[0] : rest.shift();
        const number = all.filter((one) => one.side === side && one.kind === kind).length;
        all.push({ id: piece?.id ?? `${side}${kind}${number}`, side, kind, spot });
      }
    }
  }
  return all.sort((a, b) => (a.id < b.id ? -1 : 1));
}

export const stone_count = Object.values(stones_of).reduce((sum, count) => sum + count, 0);
