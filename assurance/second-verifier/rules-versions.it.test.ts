import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invariantsUnder } from "#apps/server/invariants.ts";
import { type FullApp, openAppOn, openFullApp, type Somebody } from "#apps/server/testing/full-app.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { required } from "#kit/std/invariant.ts";
import { configurationHash } from "#modules/fairness/shared/configuration.ts";
import type { SeedsProof } from "#modules/fairness/shared/proof.ts";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { type DiceRules, diceRules } from "#modules/games/dice/shared/rules.ts";
import { diceVerifier } from "#modules/games/dice/shared/verify.ts";
import { gameRules } from "#modules/games/index.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { printRules } from "#tools/verify/rules-file.ts";
import { secondVerifier } from "./second-verifier.ts";

/** alice plays dice-1; the server restarts with dice-2, which returns 97 %; she plays on. Every bet keeps the rules it was made with. */

const dice1 = diceRules.rulesOf("dice-1");
const dice2: DiceRules = { ...dice1, version: "dice-2", multiplier_numerator: 9_700 };
const later = { ...gameRules, dice: ruleVersions({ current: dice2, all: [dice1, dice2] }) };
const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "fairhouse-rules-"));
const rulesFile = join(folder, "rules.json");
const bets = 5;
/** Each wins 98 of 100 rolls, and pays 9900 / 9800 or 9700 / 9800 of its stake. */
const body = { stake: "1", direction: "under", target: "98.00" };

let app: FullApp;
let alice: Somebody;
let played: readonly { id: string; text: string; key: string }[];
let records: readonly SeedsProof[];

async function play(api: FullApp["api"], count: number) {
  const placed: { id: string; text: string; key: string }[] = [];
  for (let n = 0; n < count; n++) {
    const key = randomUUID();
    const answer = await api.call("POST /api/v1/games/dice/bets", { token: alice.token, key, body });
    expect(answer.status, answer.text).toBe(201);
    placed.push({ id: answer.body.data.id, text: answer.text, key });
  }
  return placed;
}

beforeAll(async () => {
  writeFileSync(rulesFile, printRules(later));
  app = await openFullApp();
  alice = await app.register();
  await app.payIn(alice, "100");
  const { token } = alice;
  await app.api.call("GET /api/v1/fairness/seeds", { token });
  await app.api.call("PUT /api/v1/fairness/client-seed", { token, body: { client_seed: "alice" } });
  const before = await play(app.api, bets);
  for (const module of app.modules.all.toReversed()) await module.stop?.();
  app = await openAppOn(app.host, later);
  const info = (await app.api.call("GET /api/v1/games/dice")).body.data;
  expect(info).toMatchObject({ rules_version: "dice-2", rtp: "97", edge: "3" });
  const first = required(before[0], "a bet under dice-1");
  const repeated = await app.api.call("POST /api/v1/games/dice/bets", { token, key: first.key, body });
  expect(repeated.text).toBe(first.text);
  played = [...before, ...(await play(app.api, bets))];
  expect((await app.api.call("POST /api/v1/fairness/rotate", { token, body: {} })).status).toBe(200);
  records = await Promise.all(
    played.map(async ({ id }) => (await app.api.call(`GET /api/v1/rounds/${id}`)).body.data.proof),
  );
}, 120_000);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await app.host.close();
});

/** The page's verifier, the terminal's and the second one, each with both versions published. */
function verdicts(record: SeedsProof) {
  const file = join(folder, `${randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(record));
  const bootstrap = join(root, "tools/bootstrap.mjs");
  const node = ["--rules", rulesFile, file];
  const terminal = spawnSync(process.execPath, [bootstrap, "tools/verify.ts", ...node], { cwd: root });
  const second = spawnSync("python3", ["-B", secondVerifier, ...node]);
  return [diceVerifier(later.dice)(record, nobleHashes).verdict, terminal.status, second.status];
}

test("every bet of both versions verifies in all three verifiers", { timeout: 300_000 }, () => {
  for (const [index, record] of records.entries()) {
    const rules = index < bets ? dice1 : dice2;
    expect(record).toMatchObject({
      rules_version: rules.version,
      config_hash: configurationHash(nobleHashes, rules),
    });
    if (record.payout !== "0") expect(record.payout).toBe(index < bets ? "1.010204" : "0.989795");
    expect(verdicts(record), record.rules_version).toEqual(["matches", 0, 0]);
  }
});

test("a bet claimed under the rules of the other version is found", { timeout: 300_000 }, () => {
  const won = [records.slice(0, bets), records.slice(bets)].map(all => all.find(({ payout }) => payout !== "0"));
  for (const record of won) {
    if (!record) throw new Error("98 of 100 rolls win");
    const other = record.rules_version === "dice-1" ? "dice-2" : "dice-1";
    expect(verdicts({ ...record, rules_version: other })).toEqual(["differs", 1, 1]);
    expect(verdicts({ ...record, payout: "1.02" })).toEqual(["differs", 1, 1]);
    expect(verdicts({ ...record, rules_version: "dice-3" })).toEqual(["unknown", 2, 1]);
  }
});

test("the audit recomputes each payout by the rules of its bet, and finds one that was changed under either", async () => {
  const { db } = app.host;
  // The deposit of the test has no invoice, which I11 says; payouts are I8.
  const payouts = (rules: typeof later) => invariantsUnder(rules).filter(({ id }) => id === "I8");
  const found = async () => (await differencesOf(db, payouts(later))).map(({ rule }) => rule);
  expect(await found()).toEqual([]);
  for (const version of ["dice-1", "dice-2"]) {
    const of = "rules_version = $1 AND payout > 0";
    await db.query(`UPDATE wallet.bets SET payout = payout + 1 WHERE ${of}`, [version]);
    expect(await found(), version).toContainEqual(expect.stringContaining("dice pays"));
    await db.query(`UPDATE wallet.bets SET payout = payout - 1 WHERE ${of}`, [version]);
  }
  expect(await found()).toEqual([]);
  const unknown = (await differencesOf(db, payouts(gameRules))).map(({ rule }) => rule);
  expect(unknown.length).toBeGreaterThan(0);
  expect(unknown.every(rule => rule.includes("dice pays"))).toBe(true);
});
