import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { firstPlan, type Plan } from "../shared/plan.ts";
import { type TestPartners, testPartners } from "../testing/test-partners.ts";
import { ownerOf } from "./payouts.ts";

/** Players in euros whose bets cost 1 % on average; partners with 30 % of net revenue unless said otherwise. */

let app: TestPartners;
beforeAll(async () => {
  app = await testPartners();
  await app.counter.fixRates();
});
afterEach(() => app.expectAudit());
afterAll(() => app.close());

const statement = async (id: Uuid) => required((await app.partners.file(id))?.statements[0], "a closed month").content;
const balance = async (id: Uuid) => formatAmount(required(await app.partners.file(id), "a partner").balance);
const month = () => new Date(app.counter.host.clock.now()).toISOString().slice(0, 7);
const transfersOf = async (id: Uuid) => {
  const { rows } = await app.counter.host.db.query<{ kind: number; amount: bigint; debit: number; credit: number }>(
    "SELECT kind, amount, debit, credit FROM ledger.transfers WHERE player_id = $1 ORDER BY seq",
    [ownerOf(id)],
  );
  return rows;
};

// The first partner of this database: it is this month that is interrupted.
test("a month whose closing fails before its commit has paid nothing, delays no other partner's, and is closed and paid once by the next run", async () => {
  const owner = await app.partner("killed", firstPlan);
  await app.counter.host.clock.advance(1_000);
  const other = await app.partner("untouched", firstPlan);
  const player = await app.guest({ partner: "killed" });
  await app.deposit(player, "10000");
  await app.play(player, "10000", "0");
  app.counter.host.failpoints.arm("partners.closed", () => {
    throw new Error("killed");
  });
  await expect(app.nextMonth()).rejects.toThrow("killed");
  const file = required(await app.partners.file(owner.partner), "a partner");
  expect([file.statements, file.balance, await transfersOf(owner.partner)]).toEqual([[], 0n, []]);
  expect((await app.partners.file(other.partner))?.statements).toHaveLength(1);
  await Promise.all([app.run("partners-close"), app.run("partners-close")]);
  expect((await app.partners.file(owner.partner))?.statements).toHaveLength(1);
  expect((await transfersOf(owner.partner)).map(({ amount }) => amount)).toEqual([parseDecimal("60")]);
});

describe("a partner", () => {
  test("applies, is approved with a plan, and is paid for the month of a guest who followed the link", async () => {
    const nora = await app.guest({});
    expect((await app.call(nora, "GET /api/v1/partner")).body.data).toBeNull();
    const apply = { code: "nomad-media", site: "https://nomad.example", about: "Reviews of games", currency: "EUR" };
    expect((await app.call(nora, "POST /api/v1/partner", apply)).status).toBe(201);
    expect((await app.call(nora, "POST /api/v1/partner", apply)).body.code).toBe("partner_exists");
    const other = await app.guest({});
    expect((await app.call(other, "POST /api/v1/partner", apply)).body.code).toBe("partner_code_taken");
    const link = { name: "Main page", stag: "ru_main", path: "/" };
    expect((await app.call(nora, "POST /api/v1/partner/links", link)).body.code).toBe("partner_not_approved");
    const early = await app.guest({ partner: "nomad-media" });
    const [{ id } = { id: "" as Uuid }] = (await app.partners.list({ after: null, limit: 100 })).filter(
      ({ code }) => code === "nomad-media",
    );
    await app.decide("partners.plan", { partner: id, plan: firstPlan });
    expect((await app.call(nora, "POST /api/v1/partner/links", link)).status).toBe(201);
    expect((await app.call(nora, "POST /api/v1/partner/links", link)).body.code).toBe("link_exists");

    // A guest on the link, whom the page reports with what the address had; another without a stag of ours.
    const click = (stag: string) =>
      app.counter.api.call("POST /attachSource", { body: { partnerId: "nomad-media", stag } });
    for (const stag of ["ru_main", "ru_main", "<b>"]) expect((await click(stag)).status).toBe(204);
    const guest = await app.guest({ partner: "nomad-media", stag: "ru_main", adplace: "top" });
    await app.deposit(guest, "2000");
    await app.play(guest, "1000", "0");
    await app.play(guest, "100", "150");
    await app.deposit(early, "500");
    await app.play(early, "500", "0");
    await app.run("partners-follow");

    const { data } = (await app.call(nora, `GET /api/v1/partner/figures?month=${month()}`)).body;
    expect(data.totals).toEqual({
      clicks: 3,
      registrations: 1,
      first_deposits: 1,
      net_revenue: null,
      commission: null,
    });
    expect(data.links).toMatchObject([
      { stag: "", clicks: 1, registrations: 0 },
      { stag: "ru_main", clicks: 2, registrations: 1, first_deposits: 1 },
    ]);
    expect(data.placements).toEqual([
      { adplace: "top", registrations: 1, first_deposits: 1, net_revenue: null, commission: null },
    ]);
    expect(JSON.stringify(data)).not.toContain(guest.id);
    const file = await app.call(nora, `GET /api/v1/partner/figures.csv?month=${month()}`);
    expect(file.headers["content-disposition"]).toBe(`attachment; filename="fairhouse-partner-${month()}.csv"`);
    const lines = file.text.replace(/^\ufeff/, "").split("\r\n");
    expect(lines[0]).toBe("by,name,clicks,registrations,first_deposits,net_revenue,commission");
    expect(lines.slice(-4)).toEqual(["stag,,1,0,0,,", "stag,ru_main,2,1,1,,", "adplace,top,,1,1,,", ""]);
    expect((await app.call(guest, `GET /api/v1/partner/figures.csv?month=${month()}`)).body.code).toBe(
      "partner_not_approved",
    );

    await app.nextMonth();
    const closed = await statement(id);
    // 1,100 staked and 150 paid; at most twice the theoretical loss of 11 counts, 928 is carried.
    expect(closed).toMatchObject({
      players: 1,
      totals: { staked: "1100", paid: "150", loss: "11" },
      net_revenue: "950",
      cap: "22",
      counted: "22",
      rate: 300,
      share: "6.6",
      commission: "6.6",
      carried_out: "928",
    });
    expect(await balance(id)).toBe("6.6");
    expect(await transfersOf(id)).toEqual([{ kind: 95, amount: parseDecimal("6.6"), debit: 26, credit: 27 }]);
    await app.run("partners-close");
    expect(await transfersOf(id)).toHaveLength(1);
  });

  test("has a month closed a day after its end, with what moved until its last moment", async () => {
    const rest = await app.partner("rest", firstPlan);
    const player = await app.guest({ partner: "rest" });
    const payment = await app.deposit(player, "1000");
    await app.play(player, "1000", "0");
    const { clock } = app.counter.host;
    const at = new Date(clock.now());
    const second = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 2);
    await clock.advance(second - 1 - clock.now());
    await app.counter.fixRates();
    await app.recall(payment, "300");
    await app.run("partners-close");
    expect((await app.partners.file(rest.partner))?.statements).toEqual([]);
    await clock.advance(1);
    await app.run("partners-close");
    expect(await statement(rest.partner)).toMatchObject({ totals: { staked: "1000", recalled: "0" } });
    await app.nextMonth();
    expect(await statement(rest.partner)).toMatchObject({ totals: { staked: "0", recalled: "300" } });
  });

  test("is paid nothing for a month below zero, a recalled deposit, a friend's duel and themselves: the printed statement", async () => {
    const otto = await app.partner("otto", firstPlan, { fpp: "browser-of-otto" });
    const [ann, self, duelist] = [
      await app.guest({ partner: "otto" }),
      await app.guest({ partner: "otto", fpp: "browser-of-otto" }),
      await app.guest({ partner: "otto" }),
    ];
    await app.deposit(ann, "1000");
    const payment = await app.deposit(ann, "300");
    await app.play(ann, "1000", "0");
    await app.recall(payment, "300");
    await app.deposit(self, "5000");
    await app.play(self, "5000", "0");
    await app.deposit(duelist, "1000");
    // Lost to a friend: 1,000 left the player, of which our fee is 10.
    await app.play(duelist, "1000", "0", "duels");
    await app.nextMonth();
    expect(await statement(otto.partner)).toMatchObject({
      players: 2,
      excluded: 1,
      totals: { staked: "1000", paid: "0", fees: "10", recalled: "300", loss: "20" },
      net_revenue: "710",
      cap: "40",
      commission: "12",
      carried_out: "670",
    });

    await app.deposit(ann, "1000");
    await app.play(ann, "1000", "3000");
    await app.nextMonth();
    // 1,000 less 3,000, and what was carried: below zero.
    expect(await statement(otto.partner)).toMatchObject({
      net_revenue: "-2000",
      carried_in: "670",
      balance: "-1330",
      commission: "0",
      carried_out: "-1330",
    });
    expect(await balance(otto.partner)).toBe("12");
  });

  test("of another partner's player who bet on the other side brings both less than the bets cost", async () => {
    const [red, black] = [await app.partner("red", firstPlan), await app.partner("black", firstPlan)];
    const [one, two] = [await app.guest({ partner: "red" }), await app.guest({ partner: "black" })];
    await app.deposit(one, "10000");
    await app.deposit(two, "10000");
    await app.play(one, "10000", "0");
    await app.play(two, "10000", "20000");
    await app.nextMonth();
    // Those bets cost 200 on average.
    expect([await balance(red.partner), await balance(black.partner)]).toEqual(["60", "0"]);
  });

  test("counts first touch only: a player keeps their partner, and one of a suspended partner has none", async () => {
    const [first, late] = [await app.partner("first", firstPlan), await app.partner("late", firstPlan)];
    const player = await app.guest({ partner: "first" });
    await app.call(player, "POST /attachSource", { partnerId: "late" });
    await app.counter.host.db.tx(tx =>
      app.partners.decide(tx, first.partner, { status: "suspended", reason: "under review", by: "Dana" }),
    );
    await app.guest({ partner: "first" });
    await app.guest({ partner: "nobody" });
    const players = async (id: Uuid) => (await app.partners.file(id))?.players.map(({ playerId }) => playerId);
    expect(await players(first.partner)).toEqual([player.id]);
    expect(await players(late.partner)).toEqual([]);
  });
});

describe("a withdrawal", () => {
  const destination = "DE89370400440532013000";

  test("is requested once a key, held, and paid by the second person or returned by the first", async () => {
    const owner = await app.partner("paid", firstPlan);
    const player = await app.guest({ partner: "paid" });
    await app.deposit(player, "10000");
    await app.play(player, "10000", "0");
    await app.nextMonth();
    expect(await balance(owner.partner)).toBe("60");
    const ask = (amount: string, key: string = randomUUID()) =>
      app.call(owner, "POST /api/v1/partner/payouts", { amount, destination }, key);
    expect((await ask("60.01")).body).toMatchObject({ code: "partner_funds" });
    expect((await ask("0")).body).toMatchObject({ code: "partner_funds" });
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask("40", key)));
    expect(new Set(answers.map(({ body }) => body.data?.id)).size).toBe(1);
    expect((await ask("41", key)).body.code).toBe("idempotency_conflict");
    expect(await balance(owner.partner)).toBe("20");
    const { id } = answers[0]?.body.data ?? {};
    await app.counter.host.db.tx(tx => app.partners.declinePayout(tx, id, { name: "Dana", note: "wrong account" }));
    expect(await balance(owner.partner)).toBe("60");
    const again = (await ask("60")).body.data;
    await app.decide("partners.payout", { payout: again.id, reference: "SEPA-1" });
    await expect(app.decide("partners.payout", { payout: again.id, reference: "SEPA-1" })).rejects.toMatchObject({
      error: { code: "partner_closed" },
    });
    expect((await transfersOf(owner.partner)).map(({ kind, debit, credit }) => [kind, debit, credit])).toEqual([
      [95, 26, 27],
      [96, 27, 28],
      [98, 28, 27],
      [96, 27, 28],
      [97, 28, 14],
    ]);
    const { payouts, balance: left } = (await app.call(owner, "GET /api/v1/partner")).body.data;
    expect([left, payouts.map(({ status }: { status: string }) => status).toSorted()]).toEqual([
      "0",
      ["declined", "paid"],
    ]);
  });

  test("is not paid while the partner is suspended, and can still be returned", async () => {
    const owner = await app.partner("unpaid", firstPlan);
    const player = await app.guest({ partner: "unpaid" });
    await app.deposit(player, "10000");
    await app.play(player, "10000", "0");
    await app.nextMonth();
    const { id } = (await app.call(owner, "POST /api/v1/partner/payouts", { amount: "60", destination })).body.data;
    const change = { status: "suspended", reason: "under review", by: "Dana" } as const;
    await app.counter.host.db.tx(tx => app.partners.decide(tx, owner.partner, change));
    await expect(app.decide("partners.payout", { payout: id, reference: "SEPA-2" })).rejects.toMatchObject({
      error: { code: "partner_not_approved" },
    });
    await app.counter.host.db.tx(tx => app.partners.declinePayout(tx, id, { name: "Dana", note: "under review" }));
    expect(await balance(owner.partner)).toBe("60");
  });

  test("is waited for before the account is closed; from then on the link brings nobody", async () => {
    const owner = await app.partner("leaving", firstPlan);
    const player = await app.guest({ partner: "leaving" });
    await app.deposit(player, "20000");
    await app.play(player, "10000", "0");
    await app.nextMonth();
    const { db } = app.counter.host;
    const obstacles = () => db.tx(async tx => app.partners.closingObstacles?.(tx, owner.id));
    expect(await obstacles()).toEqual(["partner_balance"]);
    const { id } = (await app.call(owner, "POST /api/v1/partner/payouts", { amount: "60", destination })).body.data;
    expect(await obstacles()).toEqual(["partner_balance"]);
    await app.decide("partners.payout", { payout: id, reference: "SEPA-3" });
    expect(await obstacles()).toEqual([]);
    await db.tx(async tx => app.partners.onAccountClosed?.(tx, owner.id));
    await app.guest({ partner: "leaving" });
    const file = async () => required(await app.partners.file(owner.partner), "a partner");
    expect([(await file()).partner.status, (await file()).players.length]).toEqual(["suspended", 1]);
    // Erased: what they wrote at once, where they were paid when the law no longer requires it.
    expect(await app.partners.personalData?.(owner.id)).toMatchObject({ partner: { withdrawals: [{ destination }] } });
    await db.tx(async tx => {
      expect(await app.partners.isIdentityRetained?.(tx, owner.id)).toBe(true);
      await app.partners.onPlayerErased?.(tx, owner.id);
    });
    const { partner, payouts } = await file();
    expect([partner.about, payouts[0]?.destination]).toEqual(["redacted", destination]);
    await db.tx(async tx => app.partners.onRetentionEnded?.(tx, owner.id));
    expect((await file()).payouts[0]?.destination).toBe("redacted");
  });

  test("of eight at the same time takes no more than the balance", async () => {
    const owner = await app.partner("eight", firstPlan);
    const player = await app.guest({ partner: "eight" });
    await app.deposit(player, "10000");
    await app.play(player, "10000", "0");
    await app.nextMonth();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.call(owner, "POST /api/v1/partner/payouts", { amount: "25", destination })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(await balance(owner.partner)).toBe("10");
  });
});

describe("a sub-partner", () => {
  const inviting: Plan = { ...firstPlan, sub: 100 };
  /** A player of the partner who loses everything: 30 % of twice 1 % of it is the partner's share. */
  const earn = async (code: string, sum: string) => {
    const player = await app.guest({ partner: code });
    await app.deposit(player, sum);
    await app.play(player, sum, "0");
  };

  test("adds a share of what they are paid to the month of who invited them, one level up and no further", async () => {
    const top = await app.partner("top", inviting);
    const middle = await app.partner("middle", inviting, { invitedBy: "top" });
    const low = await app.partner("low", firstPlan, { invitedBy: "middle" });
    await earn("low", "10000");
    await earn("middle", "5000");
    await app.nextMonth();
    expect(await statement(low.partner)).toMatchObject({ share: "60", commission: "60" });
    expect("sub_partners" in (await statement(low.partner))).toBe(false);
    // 30 of their own, and a tenth of 60.
    expect(await statement(middle.partner)).toMatchObject({
      share: "30",
      sub_partners: {
        rate: 100,
        list: [{ code: "low", currency: "EUR", commission: "60", converted: "60" }],
        base: "60",
        share: "6",
      },
      commission: "36",
    });
    // A tenth of the 30 alone.
    expect(await statement(top.partner)).toMatchObject({ sub_partners: { base: "30", share: "3" }, commission: "3" });
    expect(await balance(top.partner)).toBe("3");
    const { data } = (await app.call(top, "GET /api/v1/partner")).body;
    expect(data.sub_partners).toMatchObject([{ code: "middle", status: "approved", counts: true }]);
    expect(data.statements[0].sub_partners).toEqual({ rate: 100, count: 1, base: "30", share: "3" });

    // Without players of their own, and after a month of the sub-partner below zero: nothing is owed either way.
    const winner = await app.guest({ partner: "middle" });
    await app.deposit(winner, "1000");
    await app.play(winner, "1000", "9000");
    await app.nextMonth();
    expect(await statement(top.partner)).toMatchObject({ sub_partners: { list: [], share: "0" }, commission: "0" });
  });

  test("who has closed their account earns nothing more, and keeps no month of who invited them open", async () => {
    const upper = await app.partner("upper", inviting);
    const gone = await app.partner("gone", firstPlan, { invitedBy: "upper" });
    await earn("gone", "10000");
    await earn("upper", "5000");
    const { db, clock } = app.counter.host;
    await db.tx(async tx => {
      await app.partners.onAccountClosed?.(tx, gone.id);
      await tx.query("UPDATE accounts.players SET closed_at = $2 WHERE id = $1", [gone.id, new Date(clock.now())]);
    });
    await app.nextMonth();
    expect(required(await app.partners.file(gone.partner), "a partner").statements).toEqual([]);
    expect(await balance(gone.partner)).toBe("0");
    expect(await statement(upper.partner)).toMatchObject({ share: "30", sub_partners: { list: [] }, commission: "30" });
  });

  test("who shares a browser with who invited them brings nothing from then on, and closed months stay as they are", async () => {
    const owner = await app.partner("owner", inviting);
    const twin = await app.partner("twin", firstPlan, { invitedBy: "owner", fpp: "browser-of-owner" });
    await earn("twin", "10000");
    await app.nextMonth();
    expect(await balance(owner.partner)).toBe("6");
    await app.counter.host.db.query("UPDATE attribution.sources SET fpp = 'browser-of-owner' WHERE player_id = $1", [
      owner.id,
    ]);
    await app.counter.host.clock.advance(1_000);
    await app.run("partners-follow");
    await earn("twin", "10000");
    await app.nextMonth();
    expect(await statement(owner.partner)).toMatchObject({ sub_partners: { list: [], share: "0" } });
    expect([await balance(owner.partner), await balance(twin.partner)]).toEqual(["6", "120"]);
    expect((await app.call(owner, "GET /api/v1/partner")).body.data.sub_partners).toMatchObject([{ counts: false }]);
  });

  test("needs the code of an active partner, and no two plans together pay more than half of the theoretical loss", async () => {
    const guest = await app.guest({});
    const apply = (invitedBy: unknown) =>
      app.call(guest, "POST /api/v1/partner", {
        code: "invited",
        site: "https://invited.example",
        about: "Reviews of games",
        currency: "EUR",
        invited_by: invitedBy,
      });
    expect((await apply("nobody-here")).body.errors).toEqual({ invited_by: ["inviter_unknown"] });
    for (const code of ["", "=1+1", "A", 7, null]) expect((await apply(code)).body.code).toBe("validation_failed");
    const rich: Plan = { ...firstPlan, tiers: [{ from: 0, rate: 450 }] };
    const boss = await app.partner("boss", inviting);
    const star = await app.partner("star", rich, { invitedBy: "boss" });
    const faults = { details: { errors: { plan: ["plan_subs_too_much"] } } };
    // 45 % and a fifth of it are 54 %.
    await expect(
      app.decide("partners.plan", { partner: boss.partner, plan: { ...inviting, sub: 200 } }),
    ).rejects.toMatchObject(faults);
    await expect(
      app.decide("partners.plan", { partner: star.partner, plan: { ...rich, tiers: [{ from: 0, rate: 460 }] } }),
    ).rejects.toMatchObject(faults);
    await app.decide("partners.plan", { partner: boss.partner, plan: { ...inviting, sub: 110 } });
  });
});

test("months close, however many applications wait for a decision", async () => {
  const partner = await app.partner("patient", firstPlan);
  await app.counter.host.db.query(
    `INSERT INTO partners.partners (id, code, player_id, site, about, currency, status, applied_at)
     SELECT gen_random_uuid(), 'flood-' || n, gen_random_uuid(), 'flood.example', 'all games', 'EUR', 'applied', $1 FROM generate_series(1, 500) n`,
    [new Date(app.counter.host.clock.now())],
  );
  const codes = new Set<string>();
  let after: Parameters<typeof app.partners.list>[0]["after"] = null;
  let pages = 0;
  for (; ; pages++) {
    const rows = await app.partners.list({ after, limit: 150 });
    for (const { code } of rows) codes.add(code);
    if (pages === 0) expect(rows.every(({ status }) => status === "applied")).toBe(true);
    if (rows.length < 150) break;
    after = rows.at(-1) ?? null;
  }
  expect(pages).toBeGreaterThanOrEqual(3);
  expect([...codes].filter(code => code.startsWith("flood-"))).toHaveLength(500);
  expect(codes).toContain("patient");
  const guest = await app.guest({ partner: "patient" });
  await app.deposit(guest, "1000");
  await app.play(guest, "1000", "0");
  await app.nextMonth();
  expect(Number((await statement(partner.partner)).commission)).toBeGreaterThan(0);
  await app.counter.host.db.query("DELETE FROM partners.partners WHERE code LIKE 'flood-%'");
});

test("a plan begins with the month after it, and one that pays too much is refused at its approval too", async () => {
  const { partner } = await app.partner("plans", firstPlan);
  const cheap: Plan = { ...firstPlan, tiers: [{ from: 0, rate: 200 }] };
  await app.decide("partners.plan", { partner, plan: cheap });
  const wild = { ...firstPlan, tiers: [{ from: 0, rate: 900 }] };
  await expect(app.decide("partners.plan", { partner, plan: wild })).rejects.toMatchObject({
    details: { errors: { plan: ["plan_invalid"] } },
  });
  const player = await app.guest({ partner: "plans" });
  await app.deposit(player, "10000");
  await app.play(player, "10000", "0");
  await app.nextMonth();
  expect(await statement(partner)).toMatchObject({ plan_number: 1, rate: 300, commission: "60" });
  await app.nextMonth();
  expect(await statement(partner)).toMatchObject({ plan_number: 2, rate: 200 });
});
