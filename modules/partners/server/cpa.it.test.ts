import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { formatAmount } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Person } from "#modules/accounts/testing/test-people.ts";
import type { Plan } from "../shared/plan.ts";
import { type TestPartners, testPartners } from "../testing/test-partners.ts";
import type { FlagRow } from "./flag-store.ts";

/** Partners who are paid once for a player, by this plan. */
const plan: Plan = {
  tiers: [{ from: 0, rate: 0 }],
  cpa: { amount: "50", deposit: "100", loss: "100" },
  carry: { kind: "none" },
};

let app: TestPartners;
beforeAll(async () => {
  app = await testPartners();
  await app.counter.fixRates();
  // From 3 February, where 30 days end in the next month.
  await app.nextMonth();
});
afterEach(() => app.expectAudit());
afterAll(() => app.close());

const statement = async (id: Uuid) => required((await app.partners.file(id))?.statements[0], "a closed month").content;
const balance = async (id: Uuid) => formatAmount(required(await app.partners.file(id), "a partner").balance);

describe("CPA", () => {
  test("is paid once a player, after 30 days of holding, for deposit, theoretical loss and level", async () => {
    const { partner } = await app.partner("cpa", plan);
    const [good, small, idle, recalled, unknown] = [
      await app.guest({ partner: "cpa" }),
      await app.guest({ partner: "cpa" }),
      await app.guest({ partner: "cpa" }),
      await app.guest({ partner: "cpa" }),
      await app.guest({ partner: "cpa" }),
    ];
    for (const each of [good, idle]) await app.deposit(each, "20000");
    await app.deposit(small, "99.99");
    const payment = await app.deposit(recalled, "20000");
    await app.play(good, "10000", "10000");
    // A cent below the theoretical loss of the plan.
    await app.play(idle, "9999", "9999");
    await app.play(recalled, "10000", "10000");
    await app.run("partners-follow");
    app.unverified.add(unknown.id);
    await app.deposit(unknown, "20000");
    await app.play(unknown, "10000", "10000");
    await app.run("partners-follow");
    // What is repaid at once leaves no amount for the day, and is a recalled deposit nevertheless.
    await app.recall(payment, "20000", { repaid: true });
    await app.nextMonth();
    expect(await statement(partner)).toMatchObject({ cpa_players: 0, cpa: "0", commission: "0" });
    await app.nextMonth();
    expect(await statement(partner)).toMatchObject({ cpa_players: 1, cpa: "50", commission: "50" });
    await app.nextMonth();
    expect(await statement(partner)).toMatchObject({ cpa_players: 0, commission: "0" });
    expect(await balance(partner)).toBe("50");
  });

  test("is refused where operators refunded the deposit while it was held; what is left of one may suffice", async () => {
    const { partner } = await app.partner("cpa-refund", plan);
    const [refunded, partly] = [await app.guest({ partner: "cpa-refund" }), await app.guest({ partner: "cpa-refund" })];
    for (const each of [refunded, partly]) {
      await app.deposit(each, "20000");
      await app.play(each, "10000", "10000");
    }
    await app.run("partners-follow");
    await app.nextMonth();
    expect((await app.partners.file(partner))?.statements[0]?.content).toMatchObject({ cpa_players: 0 });
    await app.refund(refunded, "19900.01");
    await app.refund(partly, "19900");
    await app.run("partners-follow");
    await app.nextMonth();
    expect(await statement(partner)).toMatchObject({ cpa_players: 1, cpa: "50" });
  });

  test("whose holding ends with the first day of a month is paid by that month's statement, not by the one before", async () => {
    const { clock } = app.counter.host;
    const at = new Date(clock.now());
    const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 2, 1, 12);
    await clock.advance(first - 30 * 86_400_000 - clock.now());
    await app.counter.fixRates();
    const { partner } = await app.partner("cpa-due", plan);
    const player = await app.guest({ partner: "cpa-due" });
    await app.deposit(player, "20000");
    await app.play(player, "10000", "10000");
    await app.run("partners-follow");
    await app.nextMonth();
    expect(await statement(partner)).toMatchObject({ cpa_players: 0 });
    await app.nextMonth();
    expect(await statement(partner)).toMatchObject({ cpa_players: 1, cpa: "50" });
  });

  test("is not earned while the partner is suspended", async () => {
    const { partner } = await app.partner("cpa-off", plan);
    const player = await app.guest({ partner: "cpa-off" });
    await app.deposit(player, "20000");
    await app.play(player, "10000", "10000");
    const change = { status: "suspended", reason: "under review", by: "Dana" } as const;
    await app.counter.host.db.tx(tx => app.partners.decide(tx, partner, change));
    await app.run("partners-follow");
    await app.nextMonth();
    await app.nextMonth();
    expect(await statement(partner)).toMatchObject({ cpa_players: 0, cpa: "0" });
    expect(await balance(partner)).toBe("0");
  });
});

describe("a flag", () => {
  const flagsOf = async (id: Uuid) => required(await app.partners.file(id), "a partner").flags;
  const decide = (flag: FlagRow | undefined, state: "dismissed" | "confirmed") =>
    app.counter.host.db.tx(tx =>
      app.partners.decideFlag(tx, required(flag, "a flag").id, { state, reason: "looked at", by: "Dana" }),
    );
  const guests = async (partner: string, count: number) => {
    const found: Person[] = [];
    for (let n = 0; n < count; n++) found.push(await app.guest({ partner }));
    return found;
  };
  const qualify = async (player: Person) => {
    await app.deposit(player, "20000");
    await app.play(player, "10000", "10000");
  };

  test("of a burst of registrations holds CPA until it is dismissed, and refuses it when it is confirmed", async () => {
    const [held, refused] = [await app.partner("burst", plan), await app.partner("burst-two", plan)];
    const [one] = await guests("burst", 10);
    const [two] = await guests("burst-two", 10);
    for (const each of [one, two]) await qualify(required(each, "a player"));
    await app.run("partners-follow");
    expect(await flagsOf(held.partner)).toMatchObject([
      { kind: "burst", state: "open", held: 1, evidence: { registrations: 10, before: 0 } },
    ]);
    expect(await app.partners.waiting()).toBeGreaterThanOrEqual(2);
    await app.nextMonth();
    await app.nextMonth();
    expect([await balance(held.partner), await balance(refused.partner)]).toEqual(["0", "0"]);
    const [flag] = await flagsOf(held.partner);
    await decide(flag, "dismissed");
    await expect(decide(flag, "confirmed")).rejects.toMatchObject({ error: { code: "partner_closed" } });
    await decide((await flagsOf(refused.partner))[0], "confirmed");
    await app.nextMonth();
    expect([await balance(held.partner), await balance(refused.partner)]).toEqual(["50", "0"]);
    expect(await flagsOf(held.partner)).toMatchObject([{ state: "dismissed", decidedBy: "Dana", held: 0 }]);
  });

  test("names players who deposit exactly the minimum, share a means of payment or the partner's address", async () => {
    const owner = await app.partner("flags", plan);
    const [ann, bob, cid, dan] = (await guests("flags", 4)) as [Person, Person, Person, Person];
    for (const each of [ann, bob, cid]) await app.deposit(each, "100");
    await app.play(ann, "99", "0");
    await app.deposit(dan, "101");
    const paysWith = ({ id }: Person, token: string) =>
      app.counter.host.db.query(
        `INSERT INTO payments.instruments (id, player_id, provider, token, method, label, first_paid_at)
         VALUES (gen_random_uuid(), $1, 'sandbox', $2, 'card', '4242', now())`,
        [id, token],
      );
    for (const each of [cid, dan, await app.guest({})]) await paysWith(each, "shared-card");
    await app.signsInFrom(bob, "10.9.9.9");
    await app.signsInFrom(owner, "10.9.9.9");
    await app.run("partners-follow");
    const flags = new Map((await flagsOf(owner.partner)).map(flag => [flag.kind, flag]));
    const ids = (...people: readonly Person[]) => people.map(({ id }) => id).toSorted();
    expect(flags.get("minimum_deposits")).toMatchObject({
      players: ids(ann, bob, cid),
      evidence: { players: 3, depositors: 4 },
    });
    expect(flags.get("shared_instrument")).toMatchObject({
      players: ids(cid, dan),
      evidence: { players: 2, accounts: 3 },
    });
    expect(flags.get("partner_address")).toMatchObject({ players: ids(bob), evidence: { players: 1, accounts: 2 } });
    expect(flags.size).toBe(3);

    // The same again changes nothing; another player opens a decided flag again.
    await decide(flags.get("shared_instrument"), "dismissed");
    await app.run("partners-follow");
    const stateOf = async () => (await flagsOf(owner.partner)).find(({ kind }) => kind === "shared_instrument")?.state;
    expect(await stateOf()).toBe("dismissed");
    await paysWith(ann, "shared-card");
    await app.run("partners-follow");
    expect(await stateOf()).toBe("open");
  });

  test("is not raised by a saved payout address of the partner: who shares it is excluded", async () => {
    const owner = await app.partner("wallet", plan);
    const [player] = (await guests("wallet", 1)) as [Person];
    for (const { id } of [owner, player])
      await app.counter.host.db.query(
        `INSERT INTO payments.saved_addresses (id, player_id, rail, token, address, name, added_at, usable_from)
         VALUES (gen_random_uuid(), $1, 'crypto', 'an-address', '', 'mine', now(), now())`,
        [id],
      );
    await app.run("partners-follow");
    const file = required(await app.partners.file(owner.partner), "a partner");
    expect([file.flags, file.players.map(({ excluded }) => excluded)]).toEqual([[], ["instrument"]]);
  });
});
