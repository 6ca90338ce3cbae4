import { ballRadius, boardWidth, fallMs, type Point, pointsOf } from "./board.ts";

/**
 * Drops a ball over a board: an element moved by CSS animations, so that many can fall at once without a script in any frame. Resolves when
 * it has landed; at once in a hidden tab. `bounce` is called at each row, for the sound.
 */
export async function dropBall(
  board: HTMLElement,
  path: string,
  fast: boolean,
  bounce?: (row: number) => void,
): Promise<void> {
  if (document.hidden) return;
  const scale = board.clientWidth / boardWidth;
  const points = pointsOf(path);
  const duration = fallMs(path.length, fast);
  const radius = ballRadius(path.length) * scale;
  const [ball, core] = [document.createElement("div"), document.createElement("i")];
  ball.className = "plinko-ball";
  core.style.width = core.style.height = `${2 * radius}px`;
  core.style.margin = `${-radius}px`;
  ball.append(core);
  board.append(ball);
  const across = ball.animate(sideways(points, scale), { duration, fill: "forwards" });
  core.animate(down(points, scale), { duration, fill: "forwards" });
  const steps = bounce
    ? points.slice(1, -1).map((_, row) => setTimeout(() => bounce(row), offsetOf(row + 1, points.length) * duration))
    : [];
  // A background tab may pause the animation; the result does not wait for it.
  const late = new Promise(resolve => setTimeout(resolve, duration + 400));
  await Promise.race([across.finished, late]).catch(() => undefined);
  for (const step of steps) clearTimeout(step);
  ball.remove();
}

/** When a point is reached, 0 to 1. */
const offsetOf = (index: number, count: number): number => index / (count - 1);

function sideways(points: readonly Point[], scale: number): Keyframe[] {
  return points.map(({ x }, index) => ({
    offset: offsetOf(index, points.length),
    easing: "cubic-bezier(.3,.1,.6,1)",
    transform: `translateX(${x * scale}px)`,
  }));
}

/** From peg to peg: a small hop, then a fall. */
function down(points: readonly Point[], scale: number): Keyframe[] {
  const step = 1 / (points.length - 1);
  return points.flatMap(({ y }, index) => {
    const next = points[index + 1];
    const here = { offset: offsetOf(index, points.length), transform: `translateY(${y * scale}px)` };
    if (!next || index === 0) return [{ ...here, easing: "cubic-bezier(.5,0,.9,.6)" }];
    const top = y - (next.y - y) * 0.16;
    return [
      { ...here, easing: "cubic-bezier(.1,.5,.4,1)" },
      {
        offset: offsetOf(index, points.length) + step * 0.36,
        easing: "cubic-bezier(.5,0,.9,.6)",
        transform: `translateY(${top * scale}px)`,
      },
    ];
  });
}
