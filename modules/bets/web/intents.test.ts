import { beforeEach, describe, expect, test } from "vitest";
import type { Uuid } from "#kit/std/brand.ts";
import { createIntents, intentLifeMs } from "./intents.ts";

const values = new Map<string, string>();
const storage = {
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
};
let made = 0;
const open = () => createIntents(storage, () => `key-${++made}` as Uuid);
const bet = (stake: string, nowMs = 0) => ({ player: "alice", body: { stake, target: "49.99" }, nowMs });

beforeEach(() => {
  values.clear();
  made = 0;
});

describe("intents", () => {
  test("a second click before the response is the same intent, with the same body", () => {
    const intents = open();
    const first = intents.begin("dice", bet("1"));
    expect(intents.begin("dice", bet("2"))).toEqual(first);
    expect(first.body).toBe('{"stake":"1","target":"49.99"}');
  });
  test("after a reload the unanswered bet is sent under its old key", () => {
    const first = open().begin("dice", bet("1"));
    expect(open().pending("dice", "alice", 5000)).toEqual(first);
  });
  test("a response makes the next click a new intent; a response to another key does not", () => {
    const intents = open();
    const first = intents.begin("dice", bet("1"));
    intents.answered("dice", "key-9" as Uuid);
    expect(intents.pending("dice", "alice", 0)).toEqual(first);
    intents.answered("dice", first.key);
    expect(intents.begin("dice", bet("1")).key).not.toBe(first.key);
  });
  test("another account in the same tab never sends alice's bet, and an expired one is not sent", () => {
    const intents = open();
    intents.begin("dice", bet("1"));
    expect(intents.pending("dice", "bob", 0)).toBeNull();
    expect(intents.pending("dice", "alice", intentLifeMs)).toBeNull();
  });
  test("a bet on a shared round that waited through a reload is not sent into the next round", {
    tags: ["known-failure/20/shared"],
  }, () => {
    const of = (round: number) => ({ ...bet("1"), body: { stake: "1", round } });
    const first = open().begin("crash-a", of(7));
    expect(open().begin("crash-a", of(7)).key).toBe(first.key);
    const next = open().begin("crash-a", of(8));
    expect(next.key).not.toBe(first.key);
    expect(JSON.parse(next.body)).toEqual({ stake: "1", round: 8 });
    expect(open().pending("crash-a", "alice", 0)).toEqual(next);
  });
  test("after a response that never arrived the same bet has the same key, also after a reload, and another one is not held up", () => {
    const of = (stake: string) => ({ player: "alice", body: { stake, side: "heads" }, nowMs: 5000 });
    const first = open().begin("duels-open", { ...of("1"), nowMs: 0 });
    open().unconfirmed("duels-open", "alice", 5000);
    expect(open().begin("duels-open", of("1")).key).toBe(first.key);
    expect(open().pending("duels-open", "alice", 5000 + intentLifeMs)).toBeNull();
    const other = open().begin("duels-open", of("2"));
    expect(other.key).not.toBe(first.key);
    expect(other.body).toBe('{"side":"heads","stake":"2"}');
    open().unconfirmed("duels-open", "bob", 5000);
    expect(open().begin("duels-open", of("3"))).toEqual(other);
  });
  test("slots are independent, and with broken storage intents only do not survive a reload", () => {
    const intents = open();
    expect(intents.begin("crash-a", bet("1")).key).not.toBe(intents.begin("crash-b", bet("1")).key);
    const full = {
      ...storage,
      setItem: () => {
        throw new Error("full");
      },
    };
    expect(createIntents(full, () => "key-x" as Uuid).begin("dice", bet("1")).key).toBe("key-x");
    values.set("intent:dice", "{");
    expect(intents.pending("dice", "alice", 0)).toBeNull();
  });
});
