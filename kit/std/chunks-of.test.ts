import { expect, test } from "vitest";
import { chunksOf } from "./chunks-of.ts";

test.each([
  [[], 2, []],
  [["a", "b"], 2, [["a", "b"]]],
  [["a", "b", "c"], 2, [["a", "b"], ["c"]]],
])("%j by %d are %j", (items, size, chunks) => {
  expect(chunksOf(items, size)).toEqual(chunks);
});
