// The dragons in the middle: a body that swings around an arc and grows towards its head.

export interface Serpent {
  body: string;
  spikes: string;
  head: { x: number; y: number; angle: number };
}

const turn = Math.PI / 180;

// Angles in degrees, as SVG counts them; `to` is where the head is.
export function serpent(radius: number, from: number, to: number): Serpent {
  const steps = 60;
  const left: string[] = [];
  const right: string[] = [];
  const spikes: string[] = [];
  const way = Math.sign(to - from);
  const at = (share: number, offset: number) => {
    const angle = (from + (to - from) * share) * turn;
    const r = radius + 13 * Math.sin(share * Math.PI * 5) * (1 - share * 0.4) + offset;
    return { x: r * Math.cos(angle), y: r * Math.sin(angle) };
  };
  const word = ({ x, y }: { x: number; y: number }) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  for (let i = 0; i <= steps; ++i) {
    const share = i / steps;
    const width = 2 + 13 * Math.sin(Math.min(1, share * 1.25) * Math.PI * 0.5);
    left.push(word(at(share, width)));
    right.unshift(word(at(share, -width)));
    if (i > 8 && i % 5 === 0) {
      const back = way * 0.018;
      const corners = [at(share - Math.abs(back), width), at(share - 0.03, width + 13), at(share + 0.012, width)];
      spikes.push(`M${corners.map(word).join('L')}Z`);
    }
  }
  const end = at(1, 0);
  return {
    body: `M${left.join('L')}L${right.join('L')}Z`,
    spikes: spikes.join(''),
    head: { ...end, angle: to + way * 90 },
  };
}
