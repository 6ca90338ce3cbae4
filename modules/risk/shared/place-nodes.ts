/** Where a node of a graph is, both from 0 to 1. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

interface Edge {
  readonly from: string;
  readonly to: string;
  /** In thousandths. */
  readonly weight: number;
}

const steps = 200;
const leastLength = 0.001;

/** A node while it moves: where it is, and the sum of what pushes it. */
interface Body {
  x: number;
  y: number;
  pushX: number;
  pushY: number;
}

/**
 * Places for the nodes of a graph: linked ones attract each other, the heavier the link the more, and all repel each other (Fruchterman and
 * Reingold 1991). The same graph always looks the same. For at most a few hundred nodes.
 */
export function placeNodes(nodes: readonly string[], edges: readonly Edge[]): ReadonlyMap<string, Place> {
  const bodies = nodes.map((_, index) => onCircle(index, nodes.length));
  const bodyOf = new Map(nodes.map((node, index) => [node, bodies[index]]));
  const springs = edges.flatMap(({ from, to, weight }) => {
    const [one, other] = [bodyOf.get(from), bodyOf.get(to)];
    return one && other ? [{ one, other, strength: weight / 1000 }] : [];
  });
  const far = 1 / Math.sqrt(Math.max(nodes.length, 1));
  for (let step = 0; step < steps; step++) {
    repel(bodies, far);
    for (const { one, other, strength } of springs) {
      const length = Math.max(Math.hypot(other.x - one.x, other.y - one.y), leastLength);
      push(one, other, (strength * length) / far);
    }
    move(bodies, 0.1 * (1 - step / steps));
  }
  return fitted(nodes, bodies);
}

/** Not quite a circle: in an even one opposite pushes cancel each other out. */
function onCircle(index: number, of: number): Body {
  const turn = (2 * Math.PI * index) / of;
  const radius = 0.3 + (0.2 * index) / of;
  return { x: radius * Math.cos(turn), y: radius * Math.sin(turn), pushX: 0, pushY: 0 };
}

/** Towards each other, by this part of what is between them. */
function push(one: Body, other: Body, part: number): void {
  const [x, y] = [(other.x - one.x) * part, (other.y - one.y) * part];
  one.pushX += x;
  one.pushY += y;
  other.pushX -= x;
  other.pushY -= y;
}

function repel(bodies: readonly Body[], far: number): void {
  for (let index = 0; index < bodies.length; index++)
    for (let next = index + 1; next < bodies.length; next++) {
      const [one, other] = [bodies[index], bodies[next]];
      if (!one || !other) continue;
      const squared = Math.max((other.x - one.x) ** 2 + (other.y - one.y) ** 2, leastLength ** 2);
      push(one, other, -(far * far) / squared);
    }
}

/** Each one where it is pushed, at most this far. */
function move(bodies: readonly Body[], most: number): void {
  for (const body of bodies) {
    const length = Math.hypot(body.pushX, body.pushY);
    const part = length > most ? most / length : 1;
    body.x += body.pushX * part;
    body.y += body.pushY * part;
    body.pushX = 0;
    body.pushY = 0;
  }
}

/** Stretched to the whole area; a single node is in its middle. */
function fitted(nodes: readonly string[], bodies: readonly Body[]): ReadonlyMap<string, Place> {
  const scaleOf = (values: readonly number[]) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return (value: number) => (most - least < leastLength ? 0.5 : (value - least) / (most - least));
  };
  const [x, y] = [scaleOf(bodies.map(body => body.x)), scaleOf(bodies.map(body => body.y))];
  const places = bodies.map(body => ({ x: x(body.x), y: y(body.y) }));
  return new Map(nodes.map((node, index) => [node, places[index] ?? { x: 0.5, y: 0.5 }]));
}
