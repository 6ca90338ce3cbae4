import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { seededRandom } from "#kit/testing/seeded-random.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type BetsTestApp, betsTestApp } from "#modules/bets/testing/bets-test-app.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import { createDice } from "#modules/games/dice/server/index.ts";
import { createWallet } from "#modules/wallet/server/index.ts";
import { checkWithSecondVerifier } from "./second-verifier.ts";

/** One player bets, changes seeds and rotates, concurrently and through two processes; then everything is recomputed independently. */

const operations = Number(process.env.MIXED_OPERATIONS ?? 1500);
const atOnce = 48;
const digits = (text: string) => text.replace(".", "").replace(/^0+(?=\d)/, "");

let app: BetsTestApp;
let apis: TestApi[];
let stopSecond: () => Promise<void>;
beforeAll(async () => {
  app = await betsTestApp(["dice"]);
  const { host, bets, wallet } = app;
  const first = await app.open(createDice(host, { wallet, bets }));
  // Another process of the same server: its own wallet and cache of seed pairs.
  const fairness = createFairness(host);
  const second = createWallet(host, { pairs: fairness.pairs });
  const dice = createDice(host, { wallet: second, bets });
  apis = [first, await testApi(host, [fairness, dice], app.authenticate)];
  stopSecond = async () => second.stop?.();
});
afterAll(async () => {
  await stopSecond();
  await app.close();
});

test("no bet is ever decided by a revealed seed, and every roll can be recomputed", {
  timeout: 300_000,
}, async () => {
  const token = await app.player(1_000_000_000_000n);
  const random = seededRandom("mixed play");
  const revealedSeeds = new Map<string, string>();
  const rolls = new Map<string, string>();
  let refused = 0;

  async function rotate(api: TestApi, body: object): Promise<void> {
    const { status, body: answer } = await api.call("POST /api/v1/fairness/rotate", { token, body });
    expect(status).toBe(200);
    const { server_seed: seed } = answer.data;
    revealedSeeds.set(createHash("sha256").update(Buffer.from(seed, "hex")).digest("hex"), seed);
  }

  async function bet(api: TestApi, target: string): Promise<void> {
    const revealedBefore = new Set(revealedSeeds.keys());
    const body = { stake: "1", direction: "over", target };
    const { status, body: answer } = await api.call("POST /api/v1/games/dice/bets", {
      token,
      key: app.newKey(),
      body,
    });
    if (status === 409) {
      expect(answer.code).toBe("client_seed_required");
      refused += 1;
      return;
    }
    expect([status, answer.code]).toEqual([201, undefined]);
    expect(revealedBefore.has(answer.data.proof.server_seed_hash)).toBe(false);
    rolls.set(answer.data.id, answer.data.outcome.roll);
  }

  async function work(): Promise<void> {
    while (started < operations) {
      const n = ++started;
      const [dice = 0, apiIndex = 0] = random.bytes(2);
      const api = required(apis[apiIndex % 2], "two servers");
      if (dice < 12) await rotate(api, { client_seed: `seed-${n}` });
      else if (dice < 18) await rotate(api, {});
      else if (dice < 60) {
        const seed = await api.call("PUT /api/v1/fairness/client-seed", { token, body: { client_seed: `mine-${n}` } });
        expect(seed.status).toBe(200);
      } else await bet(api, `${10 + (n % 80)}.${10 + (n % 90)}`);
    }
  }
  let started = 0;
  await Promise.all(Array.from({ length: atOnce }, work));
  for (const api of apis) await rotate(api, {});

  const lines: string[] = [];
  for (const [id, roll] of rolls) {
    const { proof } = (await required(apis[0], "a server").call(`GET /api/v1/rounds/${id}`)).body.data;
    expect(proof.server_seed).toBe(revealedSeeds.get(proof.server_seed_hash));
    const { server_seed: seed, client_seed: clientSeed, nonce, inputs, stake, payout } = proof;
    const facts = `dice ${seed} ${clientSeed} ${nonce} ${inputs.direction} ${digits(inputs.target)} ${parseDecimal(stake)}`;
    lines.push(`${facts} = ${digits(roll)} ${parseDecimal(payout)}`);
  }
  expect(lines.length).toBeGreaterThan(operations / 3);
  expect(refused).toBeGreaterThan(0);
  expect(revealedSeeds.size).toBeGreaterThan(operations / 50);
  expect(await checkWithSecondVerifier(lines)).toEqual({ code: 0, text: `${lines.length} rounds, 0 differ\n` });
  await app.expectBooks();
});
