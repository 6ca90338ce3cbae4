import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { createBetIds } from "./bet-id.ts";

const ids = createBetIds("ab".repeat(32));
const alice = randomUUID() as string as PlayerId;
const bob = randomUUID() as string as PlayerId;
const newKey = () => randomUUID() as string as Uuid;

test("an id decodes to its bet, and is the same every time", () => {
  const key = newKey();
  const id = ids.seal(alice, key);
  expect(id).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(ids.open(id)).toEqual({ player: alice, key });
  expect(ids.seal(alice, key)).toBe(id);
});

test("two bets of one hidden player have nothing in common", () => {
  const [one, two] = [ids.seal(alice, newKey()), ids.seal(alice, newKey())].map(id => Buffer.from(id, "base64url"));
  expect(one?.subarray(0, 16)).not.toEqual(two?.subarray(0, 16));
  expect(one?.subarray(16)).not.toEqual(two?.subarray(16));
});

test("the public id of a hidden player's bet decodes to the bet, and differs from the bet's own id", () => {
  const key = newKey();
  const [own, veiled] = [ids.seal(alice, key), ids.veil(alice, key)];
  expect(ids.openVeiled(veiled)).toEqual({ player: alice, key });
  expect(ids.open(veiled)).toBeUndefined();
  expect(ids.openVeiled(own)).toBeUndefined();
  expect(ids.open(veiled.slice("hidden-".length))).not.toEqual({ player: alice, key });
  expect(ids.openVeiled(`hidden-${own}`)).not.toEqual({ player: alice, key });
  expect(ids.openVeiled("hidden-x")).toBeUndefined();
});

test("another deployment's key decodes it to something else", () => {
  const key = newKey();
  expect(createBetIds("cd".repeat(32)).open(ids.seal(alice, key))).not.toEqual({ player: alice, key });
});

test("a tampered id, or one pieced together from two, never decodes to either bet", () => {
  const [first, second] = [
    { player: alice, key: newKey() },
    { player: bob, key: newKey() },
  ] as const;
  const a = Buffer.from(ids.seal(first.player, first.key), "base64url");
  const b = Buffer.from(ids.seal(second.player, second.key), "base64url");
  const mixed = Buffer.concat([a.subarray(0, 16), b.subarray(16)]).toString("base64url");
  expect(ids.open(mixed)?.player).not.toBe(bob);
  expect(ids.open(mixed)?.player).not.toBe(alice);
  for (let bit = 0; bit < 256; bit++) {
    const flipped = Buffer.from(a.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)));
    expect(ids.open(flipped.toString("base64url"))).not.toEqual(first);
  }
});

test("garbage is rejected: other lengths, other alphabets, spare bits set, padding", () => {
  const id = ids.seal(alice, newKey());
  const spare = id.slice(0, 42) + String.fromCharCode((id.codePointAt(42) ?? 0) + 1);
  for (const text of ["", "x", id.slice(1), `${id}A`, `${id}=`, "!".repeat(43), `${id.slice(0, 42)}.`, spare])
    expect(ids.open(text)).toBeUndefined();
});
