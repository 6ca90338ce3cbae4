import { expect, test } from "vitest";
import { tryEach } from "./try-each.ts";

test("an item that fails keeps no other from its turn, and the first failure is thrown after the last", async () => {
  const seen: number[] = [];
  const work = async (item: number) => {
    seen.push(item);
    if (item % 2 === 0) throw new Error(`no ${item}`);
  };
  await expect(tryEach([1, 2, 3, 4, 5], work)).rejects.toThrow("no 2");
  expect(seen).toEqual([1, 2, 3, 4, 5]);
  await tryEach([1, 3], work);
});
