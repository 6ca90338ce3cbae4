import { randomUUID } from "node:crypto";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { parseTransaction, recoverTransactionAddress } from "viem";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { signedHeaders } from "#kit/http/signature.ts";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { createSigner } from "./app.ts";
import { openWallet } from "./wallet.ts";

const secret = "a secret of the signer that tests know";
const usdt = `0x${"5f".repeat(20)}`;
const payee = `0x${"11".repeat(20)}`;
const gwei = 10n ** 9n;

let folder: string;
let signer: FastifyInstance;
let clock: ReturnType<typeof manualClock>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signer-"));
  clock = manualClock();
  signer = start();
});
afterEach(async () => {
  await signer.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(): FastifyInstance {
  const daily = { usdt: 1_000_000_000n, eth: 2n * 10n ** 18n };
  return createSigner({
    clock,
    folder,
    wallet: openWallet(folder),
    secret,
    chainId: 31_337,
    usdt,
    daily,
    maxFee: 300n * gwei,
  });
}

function order(changes: object = {}) {
  const fee = { max_fee: `${3n * gwei}`, max_priority: `${gwei}` };
  return { id: randomUUID(), coin: "usdt", to: payee, units: "250000000", gas: "80000", mined: 0, ...fee, ...changes };
}

async function post(path: string, message: object, changes: Record<string, string> = {}) {
  const payload = JSON.stringify(message);
  const headers = { ...signedHeaders(secret, payload, clock.now()), ...changes };
  const answer = await signer.inject({ method: "POST", url: path, payload, headers });
  return { status: answer.statusCode, body: answer.json() };
}

describe("the signer", () => {
  test("signs transfers of its token and of ether from its hot wallet, each with the next nonce", async () => {
    const wallet = openWallet(folder);
    const [first, second] = [await post("/orders", order()), await post("/orders", order({ coin: "eth", units: "7" }))];
    expect([first.body.nonce, second.body.nonce]).toEqual([0, 1]);
    expect(parseTransaction(first.body.raw)).toMatchObject({ to: usdt, chainId: 31_337, gas: 80_000n });
    expect(parseTransaction(first.body.raw).data).toContain(payee.slice(2));
    expect(parseTransaction(second.body.raw)).toMatchObject({ to: payee, value: 7n, nonce: 1 });
    expect(await recoverTransactionAddress({ serializedTransaction: second.body.raw })).toBe(wallet.hot.address);
  });

  test("signs an order once, however often it is requested, also after a restart; the same id for another payment is refused", async () => {
    const orderBody = order();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post("/orders", orderBody)));
    expect(new Set(answers.map(({ body }) => body.raw)).size).toBe(1);
    await signer.close();
    signer = start();
    expect((await post("/orders", { ...orderBody, max_fee: `${9n * gwei}` })).body).toEqual(answers[0]?.body);
    for (const change of [{ units: "250000001" }, { to: `0x${"22".repeat(20)}` }, { coin: "eth" }])
      expect(await post("/orders", { ...orderBody, ...change })).toEqual({
        status: 409,
        body: { error: "order_conflict" },
      });
    expect((await post("/orders", order())).body.nonce).toBe(1);
  });

  test("enforces the daily limit of each coin under concurrency and across a restart, and resets it at midnight UTC", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => post("/orders", order())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(answers.at(-1)?.body).toEqual({ error: "daily_limit" });
    await signer.close();
    signer = start();
    expect((await post("/orders", order({ units: "1" }))).body.error).toBe("daily_limit");
    expect((await post("/orders", order({ coin: "eth", units: `${2n * 10n ** 18n}` }))).status).toBe(200);
    clock.setNow(clock.now() + 86_400_000);
    expect((await post("/orders", order())).status).toBe(200);
  });

  test("replaces a stuck one with the same nonce for the same payment, with fees a tenth higher or not at all", async () => {
    const orderBody = order();
    const first = (await post("/orders", orderBody)).body;
    const higher = { id: orderBody.id, max_fee: `${4n * gwei}`, max_priority: `${2n * gwei}` };
    const second = (await post("/orders/replace", higher)).body;
    expect(second.hash).not.toBe(first.hash);
    const [former, later] = [parseTransaction(first.raw), parseTransaction(second.raw)];
    expect([later.nonce, later.to, later.data]).toEqual([former.nonce, former.to, former.data]);
    expect((await post("/orders/replace", { ...higher, max_fee: `${4n * gwei + 1n}` })).body.error).toBe("fee_too_low");
    expect((await post("/orders/replace", { ...higher, id: randomUUID() })).status).toBe(404);
    expect((await post("/orders", orderBody)).body.raw).toBe(second.raw);
  });

  test("moves coins at a player's address to the hot wallet only, once, with that address's own nonces, without the daily limit", async () => {
    const wallet = openWallet(folder);
    const { to: _always, ...rest } = order({ units: "5000000000" });
    const sweep = { ...rest, source: 7 };
    const { body } = await post("/sweeps", sweep);
    expect(body.nonce).toBe(0);
    expect(await recoverTransactionAddress({ serializedTransaction: body.raw })).toBe(wallet.player(7).address);
    expect(parseTransaction(body.raw).data).toContain(wallet.hot.address.slice(2).toLowerCase());
    await signer.close();
    signer = start();
    expect((await post("/sweeps", { ...sweep, mined: 5 })).body).toEqual(body);
    expect((await post("/sweeps", { ...sweep, source: 8 })).status).toBe(409);
    expect((await post("/sweeps", { ...sweep, to: payee })).status).toBe(422);
    expect((await post("/sweeps", { ...sweep, id: randomUUID(), mined: 1 })).body.nonce).toBe(1);
    expect((await post("/orders", order())).body.nonce).toBe(0);
    const higher = { id: sweep.id, max_fee: `${4n * gwei}`, max_priority: `${2n * gwei}` };
    const again = (await post("/orders/replace", higher)).body.raw;
    expect(await recoverTransactionAddress({ serializedTransaction: again })).toBe(wallet.player(7).address);
  });

  test("skips nonces that the chain has already used", async () => {
    expect((await post("/orders", order({ mined: 7 }))).body.nonce).toBe(7);
    expect((await post("/orders", order({ mined: 7 }))).body.nonce).toBe(8);
  });

  test.each([
    { to: `0x${"0".repeat(40)}` },
    { to: usdt },
    { to: payee.toUpperCase() },
    { units: "0" },
    { units: "1.5" },
    { units: 5 },
    { gas: "900000" },
    { max_fee: `${301n * gwei}` },
    { coin: "doge" },
    { data: "0x" },
    { id: "order" },
  ])("does not sign %j", async change => {
    expect((await post("/orders", order(change))).status).toBe(422);
    expect(readFileSync(join(folder, "journal.jsonl"), "utf8")).toBe("");
  });

  test("accepts the server's requests only: another key, an old message and a provider's are refused", async () => {
    const payload = JSON.stringify(order());
    const stale = signedHeaders(secret, payload, clock.now() - 301_000);
    for (const changes of [{ "x-signature": "0".repeat(64) }, { "x-key-id": "provider" }, stale] as Record<
      string,
      string
    >[])
      expect((await post("/orders", JSON.parse(payload), changes)).status).toBe(401);
  });

  test("discards a truncated last line, and never reads past damage", async () => {
    const orderBody = order();
    await post("/orders", orderBody);
    await signer.close();
    appendFileSync(join(folder, "journal.jsonl"), '{"order":{"id":"cut');
    signer = start();
    expect((await post("/orders", order())).body.nonce).toBe(1);
    await signer.close();
    appendFileSync(join(folder, "journal.jsonl"), "not json\n");
    expect(start).toThrow();
    rmSync(join(folder, "wallet.json"));
    expect(() => openWallet(folder)).toThrow("restore it");
    rmSync(join(folder, "journal.jsonl"));
    signer = start();
  });
});
