import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { micros } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import fc from "#kit/testing/fast-check.ts";
import { buildLevels, checkPath, type Leaf, leafNode, neighboursOf, type PathStep } from "./tree.ts";

const people = fc.array(fc.bigInt({ min: 0n, max: 10n ** 18n }), { minLength: 1, maxLength: 40 });
const leavesOf = (sums: readonly bigint[]): Leaf[] =>
  sums.map((sum, i) => ({ currency: "RUB", salt: `${i}`.padStart(32, "0"), player: `player-${i}`, sum: micros(sum) }));

function treeOf(leaves: readonly Leaf[]) {
  const levels = buildLevels(
    nobleHashes,
    leaves.map(leaf => leafNode(nobleHashes, leaf)),
  );
  const root = required(levels.at(-1)?.[0], "a root");
  const pathOf = (position: number): PathStep[] =>
    neighboursOf(position, leaves.length).map(({ level, position }) => ({
      ...required(levels[level]?.[position], "a neighbour"),
      side: position % 2 === 0 ? "left" : "right",
    }));
  return { root, pathOf };
}

test("every leaf proves its inclusion in the total, for any number of players", () => {
  fc.assert(
    fc.property(people, sums => {
      const leaves = leavesOf(sums);
      const { root, pathOf } = treeOf(leaves);
      expect(root.sum).toBe(sums.reduce((all, sum) => all + sum, 0n));
      for (const [i, leaf] of leaves.entries())
        expect(checkPath(nobleHashes, leaf, pathOf(i), root)).toMatchObject({ right: true });
    }),
  );
});

test("another balance, another name, another neighbour, a smaller total or a negative neighbour is detected", () => {
  fc.assert(
    fc.property(people, fc.nat(), (sums, chance) => {
      const leaves = leavesOf([...sums, 5n]);
      const { root, pathOf } = treeOf(leaves);
      const at = chance % leaves.length;
      const [leaf, path] = [required(leaves[at], "within"), pathOf(at)];
      const wrong = (spoilt: Leaf, way = path, top = root) => checkPath(nobleHashes, spoilt, way, top).right;
      expect(wrong({ ...leaf, sum: micros(leaf.sum + 1n) })).toBe(false);
      expect(wrong({ ...leaf, player: "somebody-else" })).toBe(false);
      expect(wrong({ ...leaf, currency: "USD" })).toBe(false);
      expect(wrong(leaf, path, { ...root, sum: micros(root.sum - 1n) })).toBe(false);
      const [first, ...rest] = path;
      if (!first) return;
      expect(wrong(leaf, rest)).toBe(false);
      expect(wrong(leaf, [{ ...first, sum: micros(first.sum + 1n) }, ...rest])).toBe(false);
      const negative = checkPath(nobleHashes, leaf, [{ ...first, sum: micros(-1n) }, ...rest], root);
      expect(negative).toMatchObject({ right: false, reason: "negative_sum" });
    }),
  );
});

test("the formula is the documented one: a tree of two, computed by hand", () => {
  const sha = (text: string) => createHash("sha256").update(text, "ascii").digest("hex");
  const [alice, bob] = leavesOf([1_000_000n, 2_500_000n]) as [Leaf, Leaf];
  const left = sha(`fairhouse-liability-1:RUB:${"0".repeat(32)}:player-0:1000000`);
  const right = sha(`fairhouse-liability-1:RUB:${"1".padStart(32, "0")}:player-1:2500000`);
  const { root } = treeOf([alice, bob]);
  expect(root).toEqual({ hash: sha(`fairhouse-liability-1:${left}:1000000:${right}:2500000`), sum: 3_500_000n });
});

test("the document's example is what the tree computes", () => {
  const document = readFileSync(join(import.meta.dirname, "../../../docs/money/proof-of-liabilities.md"), "utf8");
  const rows = [...document.matchAll(/^\| `([0-9a-f]{32})` \| `([\w-]{36})` \| (\d+) \| `([0-9a-f]{64})` \|$/gm)];
  const nodes = rows.map(([, salt = "", player = "", sum = ""]) =>
    leafNode(nobleHashes, { currency: "USD", salt, player, sum: micros(BigInt(sum)) }),
  );
  expect(nodes.map(({ hash }) => hash)).toEqual(rows.map(([, , , , hash]) => hash));
  const levels = buildLevels(
    nobleHashes,
    nodes.toSorted((a, b) => (a.hash < b.hash ? -1 : 1)),
  );
  expect(levels.map(level => level.length)).toEqual([3, 2, 1]);
  const [inner, root] = [levels[1]?.[0], levels[2]?.[0]].map(node => required(node, "a node"));
  expect(document).toContain(`\`${inner?.hash}\` (${inner?.sum})`);
  expect(document).toContain(`The root is \`${root?.hash}\`, the total ${root?.sum}`);
  const chain = createHash("sha256").update(`:${root?.hash}:${root?.sum}`).digest("hex");
  expect(document).toContain(`the chain of a first publication \`${chain}\``);
});
