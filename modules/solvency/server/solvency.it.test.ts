import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Session } from "#kit/http/handler.ts";
import { micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import { accountBalance } from "#modules/ledger/server/index.ts";
import { account, depositsClearing, inPlay, payoutsClearing } from "#modules/ledger/shared/chart.ts";
import { createWallet, type Wallet } from "#modules/wallet/server/index.ts";
import { crashBet } from "#modules/wallet/testing/test-bets.ts";
import type { OwnProof, Publication } from "../shared/contract.ts";
import { checkPath } from "../shared/tree.ts";
import { createSolvency } from "./index.ts";
import { chainOf } from "./publish.ts";

let host: TestHost;
let wallet: Wallet;
let solvency: ServerModule;
let api: TestApi;
const sessions = new Map<string, Session>();

beforeAll(async () => {
  host = await testHost({ modules: ["solvency"] });
  wallet = createWallet(host, { pairs: createFairness(host).pairs });
  solvency = createSolvency(host, { wallet });
  api = await testApi(host, [solvency], async token => sessions.get(token) ?? null);
});
afterAll(async () => {
  await wallet.stop?.();
  await host.close();
});

async function person(sums: Partial<Record<Currency, bigint>>): Promise<PlayerId> {
  const player = randomUUID() as string as PlayerId;
  sessions.set(player, { id: randomUUID() as string as Uuid, player, currency: "RUB", test: false });
  for (const [currency, sum] of Object.entries(sums) as [Currency, bigint][])
    await host.db.tx(async tx => {
      await wallet.open(tx, player, currency);
      const reference = randomUUID() as string as Uuid;
      const deposit = { owner: player, currency, amount: micros(sum), kind: "deposit", reference } as const;
      if (sum > 0n) await wallet.credit(tx, { ...deposit, from: depositsClearing("sandbox") });
    });
  return player;
}
/** A stake in a shared round that is still open. */
async function stakeOpenly(player: PlayerId, stake: bigint): Promise<void> {
  const epoch = await wallet.takeEpoch("crash");
  await wallet.openBettingWindow(host.db, "crash", 1n, epoch);
  const placed = await wallet.place({ ...crashBet(player, 1, stake, 1n), currency: "RUB" });
  expect(placed.kind).toBe("accepted");
}
const publish = () => required(solvency.jobs?.[0], "the job").run(undefined);
const nextDay = () => host.clock.advance(86_400_000);
const published = async (): Promise<Publication[]> => (await api.call("GET /api/v1/solvency")).body.data;
const proofsOf = async (token: string): Promise<OwnProof[]> =>
  (await api.call("GET /api/v1/solvency/mine", { token })).body.data;

/** Verifies as the page does, using the response only. */
function isRight({ leaf, path, publication }: OwnProof): boolean {
  const root = { hash: publication.root, sum: parseDecimal(publication.total) };
  const steps = path.map(step => ({ ...step, sum: parseDecimal(step.sum) }));
  return checkPath(nobleHashes, { ...leaf, sum: parseDecimal(leaf.sum) }, steps, root).right;
}

test("the publication equals what the books owe, and every player finds their leaf, also with a zero balance", async () => {
  const people = [
    await person({ RUB: 100_000_000n, USD: 5_500_000n }),
    await person({ RUB: 12_345_678n }),
    await person({ RUB: 0n }),
    await person({ USD: 1n }),
    await person({ RUB: 999n }),
  ];
  await publish();
  const publications = await published();
  expect(publications.map(({ currency, players }) => [currency, players])).toEqual([
    ["RUB", 4],
    ["USD", 2],
  ]);
  for (const { currency, total } of publications)
    expect(parseDecimal(total)).toBe(await accountBalance(host.db, currency as Currency, account("player:real")));
  for (const player of people) {
    const proofs = await proofsOf(player);
    expect(proofs.length).toBeGreaterThan(0);
    for (const proof of proofs) {
      expect(proof.leaf.player).toBe(player);
      expect(isRight(proof)).toBe(true);
      expect(isRight({ ...proof, leaf: { ...proof.leaf, sum: "1000" } })).toBe(false);
    }
  }
  expect((await api.call("GET /api/v1/solvency/mine")).status).toBe(401);
});

test("once a day, also when two processes run at once; each day is chained to the previous one", async () => {
  const before = await published();
  await Promise.all([publish(), publish()]);
  expect(await published()).toEqual(before);
  await nextDay();
  await Promise.all([publish(), publish(), publish()]);
  const rub = (await published()).filter(({ currency }) => currency === "RUB");
  expect(rub.map(({ number }) => number)).toEqual([2, 1]);
  const [second, first] = [required(rub[0], "two"), required(rub[1], "two")];
  expect(first.chain).toBe(chainOf("", first.root, parseDecimal(first.total)));
  expect(second.chain).toBe(chainOf(first.chain, second.root, parseDecimal(second.total)));
});

test("a publication is never changed, and older trees are deleted while their totals stay", async () => {
  const alice = await person({ EUR: 7_000_000n });
  for (let day = 0; day < 4; day++) {
    await nextDay();
    await publish();
  }
  for (const statement of ["UPDATE solvency.publications SET total = 0", "DELETE FROM solvency.publications"])
    await expect(host.db.query(statement)).rejects.toThrow("never changed");
  const { rows } = await host.db.query("SELECT DISTINCT number FROM solvency.leaves WHERE currency = 'EUR' ORDER BY 1");
  expect(rows).toEqual([{ number: 3 }, { number: 4 }]);
  const [proof] = await proofsOf(alice);
  expect(proof && isRight(proof)).toBe(true);
  expect((await published()).filter(({ currency }) => currency === "EUR")).toHaveLength(4);
});

test("a pending payout and the stake of an open bet are still owed, and are part of their player's leaf", async () => {
  const dana = await person({ RUB: 1_000_000_000n });
  const id = randomUUID() as string as Uuid;
  const held = {
    id,
    owner: dana,
    currency: "RUB",
    amount: micros(300_000_000n),
    account: payoutsClearing("sandbox"),
  } as const;
  const kinds = { held: "payout_request", posted: "payout_sent", released: "payout_cancelled" } as const;
  await host.db.tx(tx => wallet.holds.hold(tx, { ...held, kinds, expiresAt: null }));
  await stakeOpenly(dana, 200_000_000n);
  await nextDay();
  await publish();
  const [proof] = await proofsOf(dana);
  expect(proof?.leaf.sum).toBe("1000");
  expect(proof && isRight(proof)).toBe(true);
  const rouble = (await published()).find(({ currency }) => currency === "RUB");
  const owed = [account("player:real"), payoutsClearing("sandbox"), inPlay("crash")];
  const sums = await Promise.all(owed.map(each => accountBalance(host.db, "RUB", each)));
  expect(parseDecimal(rouble?.total ?? "")).toBe(sums.reduce((all, sum) => all + sum, 0n));
});
