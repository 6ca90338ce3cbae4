import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { accountBalance } from "#modules/ledger/server/index.ts";
import { depositsClearing, payoutsClearing } from "#modules/ledger/shared/chart.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { password, type Somebody } from "./testing/full-app.ts";
import { openOffice } from "./testing/open-office.ts";
import { givePayoutCard } from "./testing/payout-account.ts";
import { sandboxOverHttp } from "./testing/sandbox-over-http.ts";

/** Money that leaves by the sandbox's payment provider, over HTTP, after two people: payouts of askar and bolat, refunds of madina and askar. */

/** `PAYOUT_RACES=200` for the full size. */
const races = Number(process.env.PAYOUT_RACES ?? 20);
/** As much as a player may withdraw in a day, in payouts that take two. */
const [inOneDay, large] = [5, "12000"];

const sandbox = await sandboxOverHttp();
const { app, askar, madina, fund, job, wallets, auditActions, expectRightBooks } = await openOffice(
  sandbox.environment,
);
await sandbox.open(app);
const bolat = await testOperator({ ...app, operators: app.modules.operators }, "owner", "Bolat", { ip: "203.0.113.9" });
afterEach(expectRightBooks);
afterAll(async () => {
  await sandbox.close();
  await app.host.close();
});

/** The provider's accounts. In cents, credits less debits: `owes` is below zero by what the provider owes us, `ordered` what it has not ended of our orders. */
async function atProvider() {
  const { db } = app.host;
  const owes = await accountBalance(db, "USD", depositsClearing("sandbox"));
  const ordered = await accountBalance(db, "USD", payoutsClearing("sandbox"));
  return { owes: Number(owes / 10_000n), ordered: Number(ordered / 10_000n) };
}

const balance = async (player: Somebody) => Number(await wallets(player));

describe("payouts", () => {
  const approve = (by: TestOperator, id: string) => by.call(`POST /api/office/payouts/${id}/approve`, {});
  const send = (id: string) => job("payments-follow-payout", { id });
  const own = async ({ token }: Somebody) =>
    (await app.api.call("GET /api/v1/billing/payouts", { token })).body.data.items as { id: string; status: number }[];

  async function request({ token }: Somebody, card: string): Promise<string> {
    await app.api.call("POST /api/v1/factors/proof/password", { token, body: { password } });
    const body = { method_hash: card, amount: large };
    const asked = await app.api.call("POST /api/v1/billing/payouts", { token, key: randomUUID(), body });
    expect(asked.status, asked.text).toBe(201);
    return asked.body.data.id;
  }

  /** askar and bolat press Approve in three tabs each, at once. */
  async function race(id: string, number: number): Promise<void> {
    const tabs = [askar, bolat, askar, bolat, askar, bolat];
    const answers = await Promise.all((number % 2 === 0 ? tabs : tabs.toReversed()).map(each => approve(each, id)));
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted.map(({ body }) => body.data.approvals).toSorted()).toEqual([1, 2]);
    expect(accepted.filter(({ body }) => body.data.released)).toHaveLength(1);
    const refusals = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
    expect(refusals.filter(code => code !== "approved_already" && code !== "payout_closed")).toEqual([]);
  }

  test("two owners approve one payout at once, in three tabs each, many times: paid once, by two names, never by one twice", async () => {
    const before = await atProvider();
    const ids: string[] = [];
    const players: Somebody[] = [];
    let card = "";
    for (let number = 0; number < races; number += 1) {
      if (number % inOneDay === 0) {
        // Many registrations at one address take a captcha.
        const player = await app.register(undefined, `10.0.${players.length}.1`);
        players.push(player);
        card = await givePayoutCard(app, player);
        await fund(player, `${inOneDay * Number(large)}`);
      }
      const id = await request(required(players.at(-1), "a player"), card);
      await race(id, number);
      // The job of the payout and that of every minute.
      await Promise.all([send(id), send(id)]);
      ids.push(id);
    }
    const sum = 100 * Number(large) * races;
    expect(await atProvider()).toEqual({ owes: before.owes, ordered: before.ordered + sum });
    await sandbox.bank();
    const paid = await sandbox.payouts();
    expect(paid.map(({ reference }) => reference).toSorted()).toEqual(ids.toSorted());
    expect(new Set(paid.map(({ amount, currency, status }) => `${amount} ${currency} ${status}`))).toEqual(
      new Set([`${large} USD paid`]),
    );
    // Everything is said once more, by the provider, by the jobs and by the owners.
    const [first = ""] = ids;
    await sandbox.press(`/psp/payouts/${first}/repeat`);
    await send(first);
    expect((await approve(askar, first)).body.code).toBe("payout_closed");
    expect(await sandbox.payouts()).toHaveLength(races);
    expect(await atProvider()).toEqual({ owes: before.owes + sum, ordered: before.ordered });
    for (const player of players)
      expect(new Set((await own(player)).map(({ status }) => status))).toEqual(new Set([3]));
    for (const id of ids) {
      const entries = (await auditActions(`payout:${id}`)).filter(({ action }) => action === "payout.approve");
      expect(entries.map(({ operator }) => operator).toSorted()).toEqual(["Askar", "Bolat"]);
      expect(entries.map(({ after }) => (after as { released: boolean }).released)).toEqual([false, true]);
      const { payout } = (await madina.call(`GET /api/office/payouts/${id}`)).body.data;
      expect(payout.approvals.map((each: { operator: string }) => each.operator).toSorted()).toEqual([
        "Askar",
        "Bolat",
      ]);
    }
  });
});
