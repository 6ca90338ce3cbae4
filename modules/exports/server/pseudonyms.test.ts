import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { seededRandom } from "#kit/testing/seeded-random.ts";
import { testConfig } from "#kit/testing/test-host.ts";
import { createPseudonyms } from "./pseudonyms.ts";

const alice = "0190a1b2-0000-7000-8000-00000000a11c" as PlayerId;
const bob = "0190a1b2-0000-7000-8000-0000000000b0" as PlayerId;
const under = (secret: string) =>
  createPseudonyms({ config: testConfig({ SECRET_KEY: secret }), random: seededRandom("pseudonyms") });
const secret = "5e".repeat(32);

test("a player has one pseudonym under one secret, another under another, and no other player has it", () => {
  expect(under(secret).of(alice)).toBe(under(secret).of(alice));
  expect(under(secret).of(alice)).not.toBe(under("5f".repeat(32)).of(alice));
  expect(under(secret).of(alice)).not.toBe(under(secret).of(bob));
  expect(under(secret).of(alice)).toMatch(/^p-[0-9a-f]{32}$/);
});

test("neither the id alone nor the installation's secret as it is makes a pseudonym", () => {
  const name = under(secret).of(alice).slice(2);
  for (const text of [alice, `player:${alice}`]) {
    const guesses = [
      createHash("sha256").update(text).digest("hex"),
      createHmac("sha256", Buffer.from(secret, "hex")).update(text).digest("hex"),
      createHmac("sha256", secret).update(text).digest("hex"),
    ];
    expect(guesses.map(guess => guess.slice(0, 32))).not.toContain(name);
  }
});
