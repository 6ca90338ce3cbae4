import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { approveRequest } from "#modules/approvals/testing/approve-request.ts";
import { officeApi, testOffice } from "#modules/approvals/testing/test-office.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { auditBooks, createWallet, type Wallet } from "#modules/wallet/server/index.ts";
import { providerBet, providerWin } from "#modules/wallet/testing/provider-bets.ts";
import { bonusHandlers } from "../office/handlers.ts";
import { bonusEnded } from "../shared/events.ts";
import { shownBets } from "../testing/shown-bets.ts";
import { createBonuses } from "./index.ts";

/** One operator asks to forfeit alice's bonus, another approves. */

let host: TestHost;
let wallet: Wallet;
let operator: (role: "content" | "finance" | "owner") => Promise<TestOperator>;
let first: TestOperator;
let second: TestOperator;
beforeAll(async () => {
  host = await testHost({ modules: ["bonuses", "operators", "approvals"] });
  const accounts = createAccounts(host);
  const office = testOffice(host);
  wallet = createWallet(host, { pairs: createFairness(host).pairs });
  const payments = { addPayoutCheck: () => undefined, connectBonuses: () => undefined };
  const bonuses = createBonuses(host, { accounts, bets: shownBets, payments, wallet, ...office });
  await wallet.start?.();
  ({ operator } = await officeApi(host, office, bonuses, bonusHandlers({ bonuses })));
});
beforeEach(async () => {
  [first, second] = [await operator("finance"), await operator("finance")];
});
afterEach(async () => expect(await auditBooks(host.db)).toEqual([]));
afterAll(async () => {
  await wallet.stop?.();
  await host.close();
});

const unit = 1_000_000n;
const body = { cause: "linked_accounts", reason: "the same phone twice" };

interface Alice {
  readonly id: PlayerId;
  readonly bonus: Uuid;
}

/** A player with 1 of their own and an active bonus of 20, or one that waits for its turn. */
async function alice(status: "active" | "waiting" = "active", target = 200n): Promise<Alice> {
  const [id, bonus] = [host.ids.next() as string as PlayerId, host.ids.next()];
  const until = new Date(host.clock.now() + 3_600_000);
  await host.db.tx(async tx => {
    await wallet.open(tx, id, "USD");
    const from = depositsClearing("sandbox");
    const reference = host.ids.next();
    await wallet.credit(tx, { owner: id, currency: "USD", amount: micros(unit), kind: "deposit", reference, from });
    await tx.query(
      `INSERT INTO bonuses.bonuses (id, player_id, name, kind, status, currency, amount, funded, wager, wager_target, created_at, started_at)
       VALUES ($1, $2, '{"en": "Gift", "ru": "Gift", "kz": "Gift"}', 'manual', $3, 'USD', 20000000, 20000000, 10, $4, $5, $6)`,
      [
        bonus,
        id,
        status,
        target * unit,
        new Date(host.clock.now()),
        status === "active" ? new Date(host.clock.now()) : null,
      ],
    );
    if (status === "active")
      await wallet.grants.give(tx, {
        id: bonus,
        player: id,
        currency: "USD",
        account: 308,
        amount: micros(20n * unit),
        target: micros(target * unit),
        maxBet: micros(5n * unit),
        games: ["slots"],
        until,
      });
  });
  return { id, bonus };
}

const ask = (by: TestOperator, of: Alice) =>
  by.call(`POST /api/office/players/${of.id}/bonuses/${of.bonus}/forfeit`, body);
const bonusOf = async (of: Alice) => (await second.call(`GET /api/office/player-bonuses?player=${of.id}`)).body.data[0];
const money = async ({ id }: Alice) => {
  const [balance] = await wallet.balances(id);
  return `${Number(balance?.real) / 1e6}/${Number(balance?.bonus) / 1e6}`;
};

test("a bonus is forfeited by two operators: bonus money goes back, own money stays, and the player reads the cause", async () => {
  const she = await alice();
  const asked = await ask(first, she);
  expect(asked.status, asked.text).toBe(202);
  expect(await money(she)).toBe("1/20");
  expect((await approveRequest(first, asked.body.data.request)).body).toMatchObject({ code: "second_person_needed" });
  expect((await approveRequest(second, asked.body.data.request)).status).toBe(200);
  expect(await money(she)).toBe("1/0");
  expect(await bonusOf(she)).toMatchObject({ status: "forfeited", forfeited_for: "linked_accounts", balance: "0" });
  const { rows } = await host.db.query<{ action: string }>(
    "SELECT action FROM audit.entries WHERE subject = $1 AND action = 'bonuses.forfeit'",
    [`player:${she.id}`],
  );
  expect(rows).toHaveLength(1);
});

test("a round that is open then pays its own money's share, and the bonus money's share goes back", async () => {
  const she = await alice();
  const slots = { product: "slots", rate: 1000 } as const;
  await wallet.placeInRound(providerBet(she.id, 1, 4n * unit, slots));
  const asked = await ask(first, she);
  await approveRequest(second, asked.body.data.request);
  await wallet.winRound(providerWin(she.id, 2, 10n * unit, 1));
  expect(await money(she)).toBe("2.5/0");
});

test("a bonus that waits never starts, and what follows it is notified", async () => {
  const she = await alice("waiting");
  const asked = await ask(first, she);
  const ends: unknown[] = [];
  const stop = host.bus.on(bonusEnded, end => void ends.push(end));
  expect((await approveRequest(second, asked.body.data.request)).status).toBe(200);
  stop();
  expect(ends).toMatchObject([{ player: she.id, end: "forfeited", started: false }]);
  expect(await bonusOf(she)).toMatchObject({ status: "forfeited", forfeited_for: "linked_accounts" });
});

test("a bonus that was completed meanwhile stays the player's: the request is stale", async () => {
  const she = await alice("active", 1n);
  const asked = await ask(first, she);
  await wallet.placeInRound(providerBet(she.id, 1, 2n * unit, { product: "slots", rate: 1000 }));
  await wallet.winRound(providerWin(she.id, 2, 2n * unit, 1));
  expect(await money(she)).toBe("21/0");
  const answer = await approveRequest(second, asked.body.data.request);
  expect([answer.status, answer.body.code]).toEqual([409, "request_stale"]);
  expect(await bonusOf(she)).toMatchObject({ status: "completed", forfeited_for: null });
});

test("of fifty approvals at once one forfeits", async () => {
  const she = await alice();
  const asked = await ask(first, she);
  const answers = await Promise.all(Array.from({ length: 50 }, () => approveRequest(second, asked.body.data.request)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await money(she)).toBe("1/0");
});

test("a bonus that does not exist or has ended, and a request without the permission, move nothing", async () => {
  const she = await alice();
  const bob = await alice();
  expect((await ask(first, { id: bob.id, bonus: she.bonus })).status).toBe(404);
  expect((await ask(await operator("content"), she)).status).toBe(403);
  const bad = await first.call(`POST /api/office/players/${she.id}/bonuses/${she.bonus}/forfeit`, {
    cause: "because",
    reason: "no reason",
  });
  expect([bad.status, bad.body.errors]).toMatchObject([422, { cause: ["cause_invalid"] }]);
  await host.db.tx(tx => wallet.grants.end(tx, she.id, she.bonus, "cancelled"));
  expect((await ask(first, she)).body).toMatchObject({ code: "bonus_ended" });
});
