import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { cryptoInvariants } from "#modules/crypto/server/index.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { account, depositsClearing } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { type Person, type TestCoins, testCoins } from "../testing/test-coins.ts";

let coins: TestCoins;
let payee = 0;
beforeAll(async () => {
  coins = await testCoins();
});
afterAll(() => coins.close());

/** An unused address. */
const fresh = () => `0x${(++payee).toString(16).padStart(40, "a")}`;
const follow = "payments-follow-payout";

/** A player with 100,000 tenge deposited in coins. */
async function payer(): Promise<Person> {
  const person = await coins.person();
  await coins.chain.send("USDT", (await coins.deposit(person, "usdt")).address, "200");
  await coins.blocks(3);
  return person;
}

const ask = ({ token }: Person, method_hash: string, amount: string, address: unknown, key: string = randomUUID()) =>
  coins.api.call("POST /api/v1/billing/payouts", { token, key, body: { method_hash, amount, address } });
const statuses = async ({ token }: Person): Promise<number[]> =>
  (await coins.api.call("GET /api/v1/billing/payouts", { token })).body.data.items.map(
    ({ status }: { status: number }) => status,
  );
async function asked(person: Person, coin: string, amount: string, address: string): Promise<string> {
  const { status, body, text } = await ask(person, coin, amount, address);
  expect(status, text).toBe(201);
  await coins.host.clock.advance(31_000);
  return body.data.id;
}
const held = async (address: string) => coins.chain.balances(address);
const orders = async () => {
  const { rows } = await coins.host.db.query<{ nonce: bigint; state: string; txHash: string | null }>(
    `SELECT nonce, state, tx_hash AS "txHash" FROM crypto.orders ORDER BY ordered_at, payout_id`,
  );
  return rows;
};

/** The network fees in the ledger: from `fees` to the chain's clearing account. */
const networkFees = async () => {
  const { rows } = await coins.host.db.query<{ currency: string; times: bigint; sum: bigint }>(
    `SELECT currency, count(*) AS times, sum(amount)::bigint AS sum FROM ledger.transfers
     WHERE kind = $1 AND debit = $2 AND credit = $3 GROUP BY currency ORDER BY currency`,
    [kindNumbers.commission, account("fees"), depositsClearing("eth")],
  );
  return rows;
};

describe("bob is paid in coins", () => {
  test("to an address of his own: USDT and ether at the current rate, processing until the third block", async () => {
    const bob = await payer();
    const { data } = (await coins.api.call("GET /api/v2/billing/data", { token: bob.token })).body;
    expect(data["crypto-payments"]).toMatchObject([
      { hash: "usdt", min_amount: "2500", exchange_currency: "USDT", value: "0.002" },
      { hash: "eth", min_amount: "4000", exchange_currency: "ETH", value: "0.0000005" },
    ]);
    expect(data["crypto-payouts"]).toMatchObject([{ hash: "usdt", min_amount: "5000" }, { hash: "eth" }]);
    expect(data.payouts.methods).toEqual([]);
    const [one, other] = [fresh(), fresh()];
    const second = (await ask(bob, "eth", "10000", other)).body.data.id;
    const first = await asked(bob, "usdt", "20000", one);
    expect((await ask(bob, "usdt", "5000", fresh())).body.code).toBe("instrument_cooling");
    await coins.runJob(follow, { id: first });
    await coins.runJob(follow, { id: second });
    await coins.blocks(1);
    expect([await held(one), await held(other)]).toEqual([
      { ETH: "0", USDT: "40" },
      { ETH: "0.005", USDT: "0" },
    ]);
    expect(await statuses(bob)).toEqual([2, 2]);
    await coins.blocks(2);
    expect(await statuses(bob)).toEqual([3, 3]);
    await coins.expectBooks(bob, "70000");
    await coins.crypto().reconcile();
    await coins.expectBooks(bob, "70000");
    expect(await coins.alarms()).toEqual([]);
    // We pay the network fee: an ether is two million tenge, cut to millionths.
    const { rows: took } = await coins.host.db.query<{ wei: string }>("SELECT fee_wei AS wei FROM crypto.orders");
    const value = took.reduce((sum, { wei }) => sum + (BigInt(wei) * 2_000_000n) / 10n ** 12n, 0n);
    expect(await networkFees()).toEqual([{ currency: "KZT", times: 2n, sum: value }]);
    const { office } = coins.crypto();
    const now = coins.host.clock.now();
    const costs = await office.costs(coins.host.db, new Date(now - 60_000), new Date(now + 1));
    expect(costs.map(({ coin, transactions }) => [coin, transactions]).sort()).toEqual([
      ["eth", 1],
      ["usdt", 1],
    ]);
    expect(costs.reduce((sum, { amount }) => sum + amount, 0n)).toBe(value);
    const mined = await office.mined([first, second, randomUUID()] as Uuid[]);
    expect([...mined.values()].map(({ wei }) => wei).sort()).toEqual(took.map(({ wei }) => wei).sort());
    expect(new Set([...mined.values()].map(({ txHash }) => txHash))).toEqual(
      new Set((await orders()).map(({ txHash }) => txHash)),
    );
    const change = (by: number) => coins.host.db.query("UPDATE crypto.network_fees SET amount = amount + $1", [by]);
    await change(1);
    const [found] = await differencesOf(coins.host.db, cryptoInvariants);
    expect(found?.rule).toMatch(/what the network took for an order/);
    await change(-1);
  });

  test("not to an invalid address, the token's own, one of ours, or another payout; too small a payout is refused", async () => {
    const bob = await payer();
    const checksum = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const hot = coins.host.config.CHAIN_HOT_WALLET;
    for (const address of [
      "",
      "bob",
      checksum.replace("C5", "c5"),
      coins.chain.usdt,
      hot,
      `0x${"0".repeat(40)}`,
      undefined,
    ])
      expect((await ask(bob, "usdt", "20000", address)).body.errors).toEqual({ address: ["address_invalid"] });
    for (const address of [5, null, [checksum]]) expect((await ask(bob, "usdt", "20000", address)).status).toBe(422);
    expect((await ask(bob, "usdt", "4999.99", checksum)).body.code).toBe("amount_out_of_limits");
    expect((await ask(bob, "usdt", "100000.01", checksum)).body.code).toBe("insufficient_funds");
    const key = randomUUID();
    const id = (await ask(bob, "usdt", "5000", checksum, key)).body.data.id;
    expect((await ask(bob, "usdt", "5000", checksum, key)).body.data.id).toBe(id);
    expect((await ask(bob, "usdt", "5000", fresh(), key)).body.code).toBe("idempotency_conflict");
    const back = await coins.api.call(`DELETE /api/v1/billing/payouts/${id}`, { token: bob.token, key: randomUUID() });
    expect(back.status).toBe(200);
    await coins.expectBooks(bob, "100000");
  });
});

describe("nothing is paid twice", () => {
  const points = [
    "payments.payout.claimed",
    "crypto.order.written",
    "crypto.order.answered",
    "crypto.order.signed",
    "crypto.order.sent",
  ];

  test.each(points)("the server crashes at %s repeatedly, and the signer in between", async point => {
    const carol = await payer();
    const address = fresh();
    const id = await asked(carol, "usdt", "5000", address);
    const before = (await orders()).length;
    const die = () => {
      throw new Error("killed");
    };
    coins.host.failpoints.arm(point, die, 10);
    for (let i = 0; i < 10; i++) {
      await expect(coins.runJob(follow, { id })).rejects.toThrow("killed");
      await coins.restart();
      if (i === 4) await coins.restartSigner();
    }
    await Promise.all(Array.from({ length: 5 }, () => coins.runJob(follow, { id })));
    await coins.blocks(3);
    expect(await statuses(carol)).toEqual([3]);
    expect((await held(address)).USDT).toBe("10");
    expect(await orders()).toHaveLength(before + 1);
    await coins.expectBooks(carol, "95000");
  });

  test("the signer is down: the payout waits, shows no error, and goes out when the signer is back", async () => {
    const carol = await payer();
    const address = fresh();
    const id = await asked(carol, "usdt", "5000", address);
    await coins.signer.down();
    await expect(coins.runJob(follow, { id })).rejects.toMatchObject({ error: { code: "unavailable" } });
    await coins.blocks(3);
    expect(await statuses(carol)).toEqual([2]);
    await coins.signer.up();
    await coins.blocks(1);
    await coins.blocks(4);
    expect(await statuses(carol)).toEqual([3]);
    expect((await held(address)).USDT).toBe("10");
  });

  test("above the signer's daily limit it waits for the next day", async () => {
    const carol = await payer();
    const spent = await coins.host.db.query<{ sum: string }>("SELECT sum(units) FROM crypto.orders WHERE coin = 'eth'");
    const address = fresh();
    await coins.restartSigner({ eth: BigInt(spent.rows[0]?.sum ?? 0) + 10n ** 15n });
    const id = await asked(carol, "eth", "8000", address);
    await expect(coins.runJob(follow, { id })).rejects.toMatchObject({ error: { code: "unavailable" } });
    await coins.blocks(3);
    expect([await statuses(carol), (await held(address)).ETH]).toEqual([[2], "0"]);
    await coins.host.clock.advance(86_400_000);
    await coins.blocks(1);
    await coins.blocks(4);
    expect([await statuses(carol), (await held(address)).ETH]).toEqual([[3], "0.004"]);
    await coins.expectBooks(carol, "92000");
    await coins.restartSigner({ eth: 10n ** 18n });
  });

  test("orders that the signer refuses, however many and however old, do not hold up a later one", async () => {
    const carol = await payer();
    const address = fresh();
    await coins.host.db.query(
      `INSERT INTO crypto.orders (payout_id, coin, recipient, currency, amount, rate, units, state, ordered_at)
       SELECT gen_random_uuid(), 'eth', $1, 'KZT', 1, '1', 1e19, 'ordered', '2020-01-01' FROM generate_series(1, 50)`,
      [fresh()],
    );
    const id = await asked(carol, "usdt", "5000", address);
    await coins.runJob(follow, { id });
    await coins.blocks(3);
    await coins.crypto().watch();
    expect([await statuses(carol), (await held(address)).USDT]).toEqual([[3], "10"]);
    await coins.host.db.query("DELETE FROM crypto.orders WHERE ordered_at = '2020-01-01'");
    await coins.expectBooks(carol, "95000");
  });

  test("a block with a payout vanishes: the same transaction is sent again, and he is paid once", async () => {
    const erin = await payer();
    const address = fresh();
    const id = await asked(erin, "eth", "8000", address);
    await coins.runJob(follow, { id });
    await coins.blocks(3);
    expect(await statuses(erin)).toEqual([3]);
    const hash = required((await orders()).at(-1), "an order").txHash;
    await coins.chain.reorganise(4);
    await coins.blocks(1);
    expect((await held(address)).ETH).toBe("0");
    await coins.blocks(1);
    await coins.blocks(3);
    expect((await held(address)).ETH).toBe("0.004");
    expect(required((await orders()).at(-1), "an order")).toMatchObject({ state: "final", txHash: hash });
    expect(await statuses(erin)).toEqual([3]);
  });

  test("a transaction that is not mined is sent again with a higher fee under the same nonce, and one of the two is mined", async () => {
    const erin = await payer();
    const address = fresh();
    const id = await asked(erin, "usdt", "5000", address);
    await coins.runJob(follow, { id });
    await coins.host.clock.advance(11 * 60_000);
    await coins.crypto().watch();
    const { rows } = await coins.host.db.query("SELECT FROM crypto.signatures WHERE payout_id = $1", [id]);
    expect(rows).toHaveLength(2);
    await coins.blocks(3);
    expect((await held(address)).USDT).toBe("10");
    expect(required((await orders()).at(-1), "an order").state).toBe("final");
  });
});

describe("coins at players' addresses", () => {
  const hot = () => required(coins.host.config.CHAIN_HOT_WALLET, "a hot wallet is configured");
  const sweep = (coin: "usdt" | "eth") => coins.host.db.tx(tx => coins.crypto().office.sweep(tx, coin, "Madina"));
  const sweepRequests = async () =>
    (await coins.crypto().office.sweepRequests(100)).map(({ coin, units }) => `${coin} ${units}`);
  const states = async () => (await coins.crypto().office.sweeps(100)).map(({ coin, state }) => `${coin} ${state}`);
  const one = async <T extends object>(sql: string): Promise<T> =>
    required((await coins.host.db.query<T>(sql)).rows[0], "a row");
  const compared = async () => (await one<{ n: bigint }>("SELECT count(*) AS n FROM crypto.reconciliations")).n;

  test("are swept into the hot wallet on request, tokens with the gas they need, once, whatever crashes, and books and chain agree", async () => {
    const frank = await coins.person();
    const [dollars, ether] = [await coins.deposit(frank, "usdt"), await coins.deposit(frank, "eth")];
    await coins.chain.send("USDT", dollars.address, "200");
    await coins.chain.send("ETH", ether.address, "0.5");
    await coins.blocks(6);
    await coins.expectBooks(frank, "1100000");
    const before = await held(hot());
    expect([await sweep("usdt"), await sweep("usdt"), await sweep("eth")]).toEqual([true, false, true]);
    // The server crashes at one step after the other; every run continues where the previous one stopped.
    for (const point of ["crypto.order.written", "crypto.order.answered", "crypto.order.signed", "crypto.order.sent"]) {
      coins.host.failpoints.arm(point, () => {
        throw new Error("killed");
      });
      await coins.crypto().watch();
      await coins.restart();
    }
    await coins.restartSigner();
    for (let i = 0; i < 10 && (await states()).some(state => !state.endsWith("final")); i++) await coins.blocks(2);
    expect(new Set(await states())).toEqual(new Set(["usdt final", "eth final"]));
    const { units, n, gas } = await one<{ units: string; n: bigint; gas: bigint }>(
      `SELECT sum(units) FILTER (WHERE kind = 'sweep') AS units, count(*) FILTER (WHERE kind = 'sweep') AS n,
         (SELECT count(*) FROM crypto.orders WHERE kind = 'gas') AS gas FROM crypto.orders WHERE coin = 'usdt'`,
    );
    expect(gas).toBe(n);
    expect(await sweepRequests()).toContain(`usdt ${units}`);
    expect((await held(dollars.address)).USDT).toBe("0");
    expect(Number((await held(hot())).USDT) - Number(before.USDT)).toBe(Number(units) / 1e6);
    const { incoming } = (await coins.api.call("GET /api/v1/billing/crypto-addresses/usdt", { token: frank.token }))
      .body.data;
    expect(incoming).toMatchObject([{ amount: "200", state: "credited" }]);
    const own = await one<{ n: bigint }>("SELECT count(*) AS n FROM crypto.orders WHERE kind <> 'payment'");
    expect((await networkFees()).find(({ currency }) => currency === "USD")?.times).toBe(own.n);
    const times = await compared();
    await coins.crypto().reconcile();
    expect(await compared()).toBe(times + 2n);
    await coins.expectBooks(frank, "1100000");
    await coins.host.clock.advance(1_000);
    await sweep("usdt");
    await coins.blocks(1);
    expect((await sweepRequests())[0]).toBe("usdt 0");
    // What has two of its three confirmations may still vanish: it stays.
    await coins.chain.send("USDT", dollars.address, "100");
    await coins.blocks(3);
    await coins.chain.send("USDT", dollars.address, "50");
    await coins.blocks(1);
    await coins.host.clock.advance(1_000);
    await sweep("usdt");
    await coins.blocks(1);
    expect((await sweepRequests())[0]).toBe("usdt 100000000");
  });

  test("are not payout destinations: a payout to another player's address is refused", async () => {
    const [gina, frank] = [await payer(), await coins.person()];
    const { address } = await coins.deposit(frank, "eth");
    expect((await ask(gina, "eth", "8000", address)).body.errors).toEqual({ address: ["address_invalid"] });
    await coins.expectBooks(gina, "100000");
  });
});
