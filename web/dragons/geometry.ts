// Where things lie on the ring: a hexagon with its flat sides up and down, 24 segments clockwise.

export interface Point {
  x: number;
  y: number;
}

export const outer = 520;
export const inner = 314;
const cuts = [0.165, 0.39, 0.61, 0.835]; // where the segments of a side are divided

// The corner that ends each side, in degrees, as White sees it: 24 is upper left, 4 upper right, clockwise.
const vertex = (index: number, radius: number): Point => {
  const angle = ((-120 + index * 60) * Math.PI) / 180; // index 0 is corner 24
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
};

const between = (a: Point, b: Point, share: number): Point => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
});

const on_side = (side: number, radius: number, share: number) =>
  between(vertex(side, radius), vertex(side + 1, radius), share);

const turned = (points: Point[], flipped: boolean) => (flipped ? points.map(({ x, y }) => ({ x: -x, y: -y })) : points);

// The outline of a segment. `flipped` is how Black sees it: own side at the bottom.
export function outline(segment: number, flipped: boolean): Point[] {
  const side = Math.floor((segment % 24) / 4);
  const step = segment % 4;
  if (step === 0) {
    return turned(
      [
        on_side(side + 5, outer, cuts[3]!),
        vertex(side, outer),
        on_side(side, outer, cuts[0]!),
        on_side(side, inner, cuts[0]!),
        vertex(side, inner),
        on_side(side + 5, inner, cuts[3]!),
      ],
      flipped,
    );
  }
  const [a, b] = [cuts[step - 1]!, cuts[step]!];
  return turned(
    [on_side(side, outer, a), on_side(side, outer, b), on_side(side, inner, b), on_side(side, inner, a)],
    flipped,
  );
}

// Depth 0 is the inner place, 1 the outer one, 0.5 the middle.
export function place(segment: number, depth: number, flipped: boolean): Point {
  const side = Math.floor((segment % 24) / 4);
  const step = segment % 4;
  const share = step === 0 ? 0 : (cuts[step - 1]! + cuts[step]!) / 2;
  // Corners are deeper than sides; their places keep the same distance from the rim's middle.
  const reach = inner + (outer - inner) * (0.26 + 0.48 * depth);
  const point = step === 0 ? vertex(side, reach * 0.985) : on_side(side, reach, share);
  return turned([point], flipped)[0]!;
}

export const path_of = (points: Point[]) =>
  `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
