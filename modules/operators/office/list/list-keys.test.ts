import { expect, test } from "vitest";
import { afterKey, atRows, atStart, type ListState } from "./list-keys.ts";

const keys = ["a", "b", "c"];
const rows = { count: keys.length, keyAt: (index: number) => keys[index] ?? "", selects: true };
const press = (typed: readonly string[], from: ListState = atStart) =>
  typed.reduce((state, key) => afterKey(key, state, rows) ?? state, from);

test("arrows and j, k move from row to row and stop at both ends", () => {
  expect(press(["ArrowDown"]).at).toBe(0);
  expect(press(["j", "j"]).at).toBe(1);
  expect(press(["j", "j", "k"]).at).toBe(0);
  expect(press(["j", "ArrowUp", "ArrowUp"]).at).toBe(0);
  expect(press(["j", "j", "j", "j", "j"]).at).toBe(2);
  expect(press(["End"]).at).toBe(2);
  expect(press(["PageDown", "Home"]).at).toBe(0);
});

test("x selects the current row and deselects it again; Escape deselects all", () => {
  expect([...press(["j", "x", "j", "j", "x"]).selected]).toEqual(["a", "c"]);
  expect([...press(["j", "x", "x"]).selected]).toEqual([]);
  expect([...press(["j", "x", "j", "x", "Escape"]).selected]).toEqual([]);
});

test("x selects nothing before a row is current, nor in a list without selection", () => {
  expect(afterKey("x", atStart, rows)).toBeUndefined();
  expect(afterKey("x", { at: 1, selected: new Set() }, { ...rows, selects: false })).toBeUndefined();
});

test("other keys, and all keys of an empty list, are left to the browser", () => {
  expect(afterKey("a", atStart, rows)).toBeUndefined();
  expect(afterKey("Escape", atStart, rows)).toBeUndefined();
  expect(afterKey("j", atStart, { ...rows, count: 0 })).toBeUndefined();
});

test("a selected row that has left the list is no longer selected", () => {
  const state = press(["j", "x", "j", "x"]);
  expect([...atRows(state, ["b", "c"]).selected]).toEqual(["b"]);
  expect(atRows(state, keys)).toBe(state);
});

test("the current row stays within a list that became shorter", () => {
  expect(atRows({ at: 2, selected: new Set() }, ["a"]).at).toBe(0);
  expect(atRows({ at: 2, selected: new Set() }, []).at).toBe(-1);
});
