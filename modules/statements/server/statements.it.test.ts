import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatAmount, micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import fc from "#kit/testing/fast-check.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { accountNamed, bonusCost, depositsClearing, payoutsClearing } from "#modules/ledger/shared/chart.ts";
import type { TransferKind } from "#modules/ledger/shared/kinds.ts";
import { type TestApp, testApp } from "#modules/wallet/testing/test-app.ts";
import { crashBet, diceBet, paid, voided } from "#modules/wallet/testing/test-bets.ts";
import type { StatementLine } from "../shared/contract.ts";
import { createStatements } from "./index.ts";

let app: TestApp;
let api: TestApi;
let epoch: bigint;
beforeAll(async () => {
  app = await testApp();
  const session = (player: string) => ({
    id: randomUUID() as string as Uuid,
    player: player as PlayerId,
    currency: "USD" as const,
    test: false,
  });
  api = await testApi(app.host, [createStatements(app.host)], async token => session(token));
  epoch = await app.wallet.takeEpoch("crash");
  await app.wallet.openBettingWindow(app.host.db, "crash", 1n, epoch);
});
afterAll(() => app.close());

const iso = (ms: number) => new Date(ms).toISOString();
const page = (player: PlayerId, from: number, to: number, cursor?: string) =>
  api.call(
    `GET /api/v1/statement?currency=USD&from=${iso(from)}&to=${iso(to)}${cursor === undefined ? "" : `&cursor=${cursor}`}`,
    { token: player },
  );
const file = async (player: PlayerId, from: number, to: number) =>
  (await api.call(`GET /api/v1/statement.csv?currency=USD&from=${iso(from)}&to=${iso(to)}`, { token: player })).text;

/** All pages of a statement, newest first. */
async function whole(player: PlayerId, from: number, to: number) {
  const first = (await page(player, from, to)).body.data;
  const items: StatementLine[] = [...first.items];
  for (let next = first.next_cursor; next !== null; ) {
    const { data } = (await page(player, from, to, next)).body;
    expect([data.opening, data.closing]).toEqual([first.opening, first.closing]);
    items.push(...data.items);
    next = data.next_cursor;
  }
  return { ...first, items };
}

async function move(owner: PlayerId, kind: TransferKind, amount: bigint, from: string, to: string) {
  const reference = randomUUID() as string as Uuid;
  const accounts = { from: accountNamed(from), to: accountNamed(to) };
  const movement = { owner, currency: "USD", amount: micros(amount), kind, reference, ...accounts } as const;
  return app.host.db.tx(tx => app.wallet.move(tx, movement));
}

const payoutKinds = { held: "payout_request", posted: "payout_sent", released: "payout_cancelled" } as const;

/** A deposit, and a payout request: `cancelled` is cancelled at once. */
async function pay(owner: PlayerId, what: "deposit" | "payout" | "cancelled", sum: bigint) {
  const id = randomUUID() as string as Uuid;
  const [amount, currency] = [micros(sum), "USD"] as const;
  const { wallet, host } = app;
  await host.db.tx(async tx => {
    if (what === "deposit") {
      const movement = { owner, currency, amount, kind: "deposit", reference: id } as const;
      await wallet.credit(tx, { ...movement, from: depositsClearing("sandbox") });
      return;
    }
    const account = payoutsClearing("sandbox");
    await wallet.holds.hold(tx, { id, owner, currency, amount, account, kinds: payoutKinds, expiresAt: null });
    if (what === "cancelled") await wallet.holds.release(tx, { owner, id });
  });
}

/** Bonus money to wager, or the active bonus given up. */
async function bonus(player: PlayerId, amount: bigint, choice: number): Promise<void> {
  const { wallet, host } = app;
  const id = randomUUID() as string as Uuid;
  const until = new Date(host.clock.now() + 20_000);
  const terms = { id, player, currency: "USD", account: bonusCost("manual"), games: ["dice", "crash"], until } as const;
  const amounts = { amount: micros(amount * 100n), target: micros(2_000n), maxBet: micros(600n) };
  await host.db.tx(async tx => {
    if (await wallet.grants.give(tx, { ...terms, ...amounts })) return;
    const { rows } = await tx.query<{ id: Uuid }>("SELECT id FROM wagering.grants WHERE player_id = $1 AND state = 1", [
      player,
    ]);
    const active = rows[0];
    if (active && choice % 3 === 0) await wallet.grants.end(tx, player, active.id, "cancelled");
  });
}

/** A random player action, chosen by a number; each leaves the books balanced. */
async function act(player: PlayerId, n: number, choice: number): Promise<void> {
  const { wallet } = app;
  const amount = BigInt(1 + (choice % 977));
  switch (choice % 8) {
    case 0:
      return void (await wallet.place({ ...diceBet(player, n, amount, amount * 2n), rate: 1000 }));
    case 1:
      return void (await wallet.place({ ...diceBet(player, n, amount, 0n), rate: 1000 }));
    case 2:
      await wallet.place({ ...crashBet(player, n, amount, 1n), rate: 250 });
      return void (await wallet.settle(choice % 3 === 0 ? voided(player, n) : paid(player, n, amount + 3n)));
    case 3:
      return void (await move(player, "vault", amount, "player:real", "player:vault"));
    case 4:
      return void (await move(player, "vault", amount, "player:vault", "player:real"));
    case 5:
      return bonus(player, amount, choice);
    case 6:
      return void (await move(player, "deposit_held", amount, "deposits:sandbox", "to be returned"));
    default:
      return pay(player, (["payout", "deposit", "cancelled"] as const)[choice % 3] ?? "deposit", amount);
  }
}

describe("a statement", () => {
  test("has the balance of any moment, and every page and file adds up to it", async () => {
    let people = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(100_000), { minLength: 30, maxLength: 110 }),
        fc.array(fc.tuple(fc.nat(10_000), fc.nat(10_000)), { minLength: 6, maxLength: 6 }),
        async (choices, moments) => {
          const player = await app.player(`alice ${people++}`, 5_000n);
          const { clock } = app.host;
          const began = clock.now();
          await clock.advance(10);
          /** The stored balances from each moment on. */
          const seen: { at: number; balances: object }[] = [{ at: 0, balances: balancesOf(undefined) }];
          const record = async () =>
            seen.push({ at: clock.now(), balances: balancesOf((await app.wallet.balances(player))[0]) });
          seen.push({ at: began, balances: { ...balancesOf(undefined), balance: "0.005" } });
          for (const [n, choice] of choices.entries()) {
            await act(player, n, choice);
            await record();
            await clock.advance(1 + (choice % 5) * 100);
          }
          const balances = (time: number) =>
            required(
              seen.findLast(({ at }) => at < time),
              "from the beginning on",
            ).balances;
          const length = clock.now() - began;
          for (const pair of [[0, 10_000] as const, ...moments]) {
            const [from = 0, to = 0] = pair
              .map(part => began + Math.floor((part * (length + 1)) / 10_000))
              .sort(byValue);
            const statement = await whole(player, from, to);
            expect([statement.opening, statement.closing]).toEqual([balances(from), balances(to)]);
            expectToAddUp(statement);
            expect(linesOf(await file(player, from, to))).toEqual(asLines(statement));
          }
        },
      ),
      { numRuns: 3 },
    );
    await app.expectBooks();
  });

  test("has the net deposits: deposits less payouts, without cancelled ones", async () => {
    const bob = await app.player("bob", 100_000n);
    await pay(bob, "deposit", 50_000n);
    await pay(bob, "payout", 30_000n);
    await pay(bob, "cancelled", 7_000n);
    const { net_deposits } = (await page(bob, 0, app.host.clock.now() + 1)).body.data;
    expect(net_deposits).toBe("0.12");
  });

  test("shows each movement as its kind, and nothing that moved between our own accounts", async () => {
    const carol = await app.player("carol", 1_000_000n);
    await app.wallet.place(crashBet(carol, 1, 300_000n, 1n));
    await app.wallet.settle(paid(carol, 1, 0n));
    await move(carol, "vault", 200_000n, "player:real", "player:vault");
    const { items } = (await page(carol, 0, app.host.clock.now() + 1)).body.data;
    expect(items).toMatchObject([
      { kind: "vault", game: null, amount: "0.2", change: "-0.2", balance: "0.5", vault_balance: "0.2" },
      { kind: "stake", game: "crash", amount: "0.3", change: "-0.3", balance: "0.7", vault_balance: "0" },
      { kind: "deposit", game: null, amount: "1", change: "1", balance: "1", vault_balance: "0" },
    ]);
  });

  test("is the caller's own, of a period that begins before it ends", async () => {
    const dave = await app.player("dave", 5n);
    const now = app.host.clock.now();
    expect((await page(dave, now, now - 1)).body.errors).toEqual({ to: ["period_invalid"] });
    for (const query of [
      "currency=USD",
      `currency=XXX&from=${iso(0)}&to=${iso(now)}`,
      "currency=USD&from=yesterday&to=now",
    ])
      expect((await api.call(`GET /api/v1/statement?${query}`, { token: dave })).status).toBe(422);
    for (const cursor of ["0", "-1", "1e3", "9".repeat(40)])
      expect((await page(dave, 0, now, cursor)).status).toBe(422);
    expect((await api.call(`GET /api/v1/statement?currency=USD&from=${iso(0)}&to=${iso(now)}`)).status).toBe(401);
    const empty = await whole(await app.player("erin", 0n), 0, now);
    expect(empty).toMatchObject({ items: [], next_cursor: null, opening: { balance: "0" }, net_deposits: "0" });
  });
});

const byValue = (a: number, b: number) => a - b;

function balancesOf(balances: { real: bigint; bonus: bigint; vault: bigint } | undefined) {
  const { real = 0n, bonus = 0n, vault = 0n } = balances ?? {};
  return { balance: formatAmount(real), bonus_balance: formatAmount(bonus), vault_balance: formatAmount(vault) };
}

const number = (text: string) => Math.round(Number(text) * 1e6);

interface Whole {
  readonly opening: { balance: string; bonus_balance: string; vault_balance: string };
  readonly closing: { balance: string; bonus_balance: string; vault_balance: string };
  readonly items: readonly StatementLine[];
}

/** From the opening balance through every change to the closing one. */
function expectToAddUp({ opening, closing, items }: Whole): void {
  let playable = number(opening.balance) + number(opening.bonus_balance);
  for (const line of items.toReversed()) {
    playable += number(line.change);
    expect(number(line.balance) + number(line.bonus_balance)).toBe(playable);
  }
  expect(playable).toBe(number(closing.balance) + number(closing.bonus_balance));
}

test("the file's header row is in the reader's language, and the rest is the same in all", async () => {
  const player = randomUUID() as string as PlayerId;
  await move(player, "deposit", 5_000_000n, "deposits:sandbox", "player:real");
  const now = app.host.clock.now();
  const path = `GET /api/v1/statement.csv?currency=USD&from=${iso(now - 60_000)}&to=${iso(now + 60_000)}`;
  const [en, ru, kz] = await Promise.all(
    ["en", "ru", "kz"].map(async language => {
      const { text } = await api.call(path, { token: player, headers: { "accept-language": language } });
      return text.replace(/^\ufeff/, "").split("\r\n");
    }),
  );
  expect([en, ru, kz].map(lines => lines?.[0]?.split(",")[6])).toEqual(["Balance", "Баланс", "Баланс"]);
  expect([en, ru, kz].map(lines => lines?.[0]?.split(",")[5])).toEqual(["Change", "Изменение", "Өзгеріс"]);
  expect(ru?.slice(1)).toEqual(en?.slice(1));
  expect(kz?.slice(1)).toEqual(en?.slice(1));
});

const linesOf = (csv: string) =>
  csv
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map(line => line.split(",").slice(0, 9).join())
    .map(line => line.replace(/^,[^,]+,/, ",X,"));

function asLines({ opening, closing, items }: Whole): string[] {
  const sums = ({ balance, bonus_balance, vault_balance }: Whole["opening"]) => [balance, bonus_balance, vault_balance];
  const lines = items
    .toReversed()
    .map(line => [line.number, line.at, line.kind, line.game ?? "", line.amount, line.change, ...sums(line)].join());
  const edge = (kind: string, balances: Whole["opening"]) => `,X,${kind},,,,${sums(balances).join()}`;
  return [edge("opening", opening), ...lines, edge("closing", closing)];
}
