import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SpinRecord } from "#studio/engine/shared/verify.ts";
import { slots } from "#studio/slots/registry.ts";
import { recordOf, type Vectors } from "#studio/testing/vectors.ts";

const folder = import.meta.dirname;
const verifier = join(folder, "fairhouse_slots.py");
const randomRounds = Number(process.env.SLOT_ROUNDS ?? 1_000);

function run(arg: string, input: string): { readonly status: number | null; readonly stdout: string } {
  return spawnSync("python3", ["-B", verifier, arg], { input, encoding: "utf8", maxBuffer: 1 << 28 });
}
const check = (records: Iterable<object>) => run("check", [...records].map(each => JSON.stringify(each)).join("\n"));
const goldenOf = (slug: string) =>
  (JSON.parse(readFileSync(join(folder, `../../studio/slots/${slug}/vectors.json`), "utf8")) as Vectors).rounds;

describe.each(slots.map(game => [game.slug, game] as const))("the second verifier and %s", (slug, game) => {
  test("agree on every golden round", () => {
    const rounds = goldenOf(slug);
    expect(rounds.length).toBeGreaterThanOrEqual(16);
    expect(check(rounds)).toMatchObject({ status: 0, stdout: `${rounds.length} rounds, 0 differ\n` });
  });
  test(`agree on ${randomRounds} random rounds of every mode`, () => {
    const modes = Object.keys(game.modes);
    const bytes = (text: string) => new Uint8Array(createHash("sha256").update(text).digest());
    const records = Array.from({ length: randomRounds }, (_, nonce) =>
      recordOf(game, {
        mode: nonce % 10 === 9 ? (modes.at(-1) ?? "base") : "base",
        seed: bytes(`${slug} ${nonce >> 8}`),
        casinoSeed: bytes(`casino ${nonce >> 8}`),
        nonce,
      }),
    );
    expect(check(records)).toMatchObject({ status: 0, stdout: `${randomRounds} rounds, 0 differ\n` });
  });
});

test("whatever was changed is named", () => {
  const [round] = goldenOf("altyn-dala") as [SpinRecord];
  const [stop, ...rest] = round.draws as [SpinRecord["draws"][0], ...SpinRecord["draws"]];
  const changed = (change: object) =>
    run("-", JSON.stringify({ data: { provided: { record: { ...round, ...change } } } }));
  expect(changed({})).toMatchObject({ status: 0, stdout: expect.stringContaining("ok      payout") });
  expect(changed({ payout: "999" })).toMatchObject({ status: 1, stdout: expect.stringContaining("DIFFERS payout") });
  expect(changed({ draws: [{ ...stop, value: stop.value ^ 1 }, ...rest] }).stdout).toContain("DIFFERS draws");
  expect(changed({ seed: "0".repeat(64) }).stdout).toContain("DIFFERS seed_hash");
  expect(changed({ casino_seed: "0".repeat(64) }).stdout).toContain("DIFFERS answer");
  expect(changed({ seed: null })).toMatchObject({ status: 2, stdout: "the seeds are not revealed yet\n" });
  expect(changed({ stake: "0.07" }).status).toBe(2);
  expect(changed({ game: "dice" }).status).toBe(2);
});
