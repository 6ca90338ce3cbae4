import { expect, test } from "vitest";
import { sides, toTop } from "./dice-view.ts";

type Point = readonly [number, number, number];

/** As CSS does it: the last transform first; y points down. */
function apply(transforms: string, point: Point): Point {
  const list = [...transforms.matchAll(/(rotate[XYZ]|translateZ)\(([^)]+)\)/g)].reverse();
  return list.reduce<Point>(([x, y, z], [, name, value = "0"]) => {
    if (name === "translateZ") return [x, y, z + 1];
    const angle = (Number.parseFloat(value) * Math.PI) / 180;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    if (name === "rotateX") return [x, y * c - z * s, y * s + z * c];
    if (name === "rotateY") return [x * c + z * s, y, z * c - x * s];
    return [x * c - y * s, x * s + y * c, z];
  }, point);
}

test.each(sides.map(([face, turn]) => [face, turn]))("a die with %d has this face on top", (face, turn) => {
  const [x, y, z] = apply(`${toTop[face]} ${turn}`, [0, 0, 0]).map(value => Math.round(value));
  expect([x, y, z].map(value => (value ?? 0) + 0)).toEqual([0, -1, 0]);
});

test("opposite sides add up to seven", () => {
  const centre = (face: number) => apply(sides.find(([each]) => each === face)?.[1] ?? "", [0, 0, 0]);
  for (const face of [1, 2, 3]) {
    const [a, b] = [centre(face), centre(7 - face)];
    for (const axis of [0, 1, 2]) expect((a[axis] ?? 0) + (b[axis] ?? 0)).toBeCloseTo(0, 9);
  }
});
