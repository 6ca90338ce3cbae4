import { expect, test } from "vitest";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { treeLeaf, treeLevels, treePath, treeRoot } from "./hash-tree.ts";
import { nobleHashes } from "./noble.ts";

const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => treeLeaf(nobleHashes, Uint8Array.of(index, count)));

test("every leaf of trees of one to forty leaves leads to the root, and to no other one once a byte is changed", () => {
  for (let count = 1; count <= 40; count++) {
    const levels = treeLevels(nobleHashes, leavesOf(count));
    const root = toHex(required(levels.at(-1)?.[0], "a root"));
    for (let index = 0; index < count; index++) {
      const path = treePath(index, count).map(step => {
        return { side: step.side, hash: required(levels[step.level]?.[step.index], "a neighbour") };
      });
      const leaf = required(levels[0]?.[index], "a leaf");
      expect(toHex(treeRoot(nobleHashes, leaf, path))).toBe(root);
      const changed = Uint8Array.from(leaf, (byte, at) => (at === 0 ? byte ^ 1 : byte));
      expect(toHex(treeRoot(nobleHashes, changed, path))).not.toBe(root);
      expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(count)));
    }
  }
});

test("a node is no leaf: its hash over two hashes differs from a leaf's over the same bytes", () => {
  const [left, right] = leavesOf(2) as [Uint8Array, Uint8Array];
  const both = Uint8Array.from([...left, ...right]);
  expect(toHex(treeLeaf(nobleHashes, both))).not.toBe(
    toHex(treeRoot(nobleHashes, left, [{ side: "right", hash: right }])),
  );
});

test("without leaves there is no tree", () => {
  expect(treeLevels(nobleHashes, [])).toEqual([]);
});
