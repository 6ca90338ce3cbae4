import { expect, test } from "vitest";
import { afterKey, atStart } from "../list/list-keys.ts";
import { GoKeys, keyOf } from "./key-of.ts";

test("letters are those of their place: j in a Russian layout moves in a list as in an English one", () => {
  const key = keyOf({ key: "о", code: "KeyJ" });
  expect(key).toBe("j");
  expect(afterKey(key, atStart, { count: 2, keyAt: String, selects: false })?.at).toBe(0);
  expect(keyOf({ key: "ArrowDown", code: "ArrowDown" })).toBe("ArrowDown");
  expect(keyOf({ key: "?", code: "Slash" })).toBe("?");
});

test("g and a letter open a page, if the letter comes soon", () => {
  const keys = new GoKeys();
  expect([keys.after("g", 0), keys.after("p", 1_000)]).toEqual([undefined, "/players"]);
  expect(keys.after("p", 1_100)).toBeUndefined();
  expect([keys.after("g", 2_000), keys.after("p", 4_000)]).toEqual([undefined, undefined]);
  expect([keys.after("g", 5_000), keys.after("x", 5_100), keys.after("s", 5_200)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([keys.after("g", 6_000), keys.after("g", 6_100)]).toEqual([undefined, "/games"]);
});
