import { describe, expect, test } from "vitest";
import { microsPerUnit, parseDecimal } from "#kit/money/amount.ts";
import { firstPlan, isTooMuch, type Plan, planFaultOf } from "./plan.ts";
import { addLines, commissionOf, netRevenueOf, noLines } from "./statement.ts";

const units = (n: number | string): bigint => parseDecimal(String(n));
const plan = (change: Partial<Plan> = {}): Plan => ({ ...firstPlan, ...change });
/** A month of this result, and of a theoretical loss that caps nothing unless it is given. */
const month = (result: number, loss = 1_000_000) => ({
  ...noLines,
  staked: result > 0 ? units(result) : 0n,
  paid: result < 0 ? units(-result) : 0n,
  loss: units(loss),
});

/** What months in a row pay. */
function paid(given: Plan, months: readonly ReturnType<typeof month>[], firstDeposits = 0): readonly bigint[] {
  let carriedIn = 0n;
  return months.map(lines => {
    const { commission, carriedOut } = commissionOf({ plan: given, lines, firstDeposits, carriedIn, cpa: 0n });
    carriedIn = carriedOut;
    return commission / microsPerUnit;
  });
}

const year = [month(12_000), month(-9_000), month(4_000), month(10_000)];

describe("a month below zero", () => {
  test("is carried over: 30 % of 12,000, -9,000, 4,000 and 10,000 pays 3,600, 0, 0 and 1,500", () => {
    expect(paid(plan(), year)).toEqual([3600n, 0n, 0n, 1500n]);
  });

  test("is forgotten without carry-over, and carried up to the cap with a capped one", () => {
    expect(paid(plan({ carry: { kind: "none" } }), year)).toEqual([3600n, 0n, 1200n, 3000n]);
    expect(paid(plan({ carry: { kind: "capped", most: "5000" } }), year)).toEqual([3600n, 0n, 0n, 2700n]);
  });
});

describe("net revenue", () => {
  test("is real stakes less payouts, and the fee alone between players, less every cost", () => {
    const lines = {
      ...noLines,
      staked: 100n,
      paid: 60n,
      fees: 3n,
      bonuses: 5n,
      jackpots: 2n,
      payment: 1n,
      recalled: 10n,
    };
    expect(netRevenueOf(lines)).toBe(25n);
    expect(netRevenueOf(addLines(lines, lines))).toBe(50n);
  });

  test("of duels lost to a friend earns a share of the fee, not of the stake", () => {
    // Ten duels for 100 each: 1,000 lost to the friend, of which our fee was 30.
    const lines = { ...noLines, fees: units(30), loss: units(30) };
    const { commission } = commissionOf({ plan: plan(), lines, firstDeposits: 0, carriedIn: 0n, cpa: 0n });
    expect(commission).toBe(units(9));
  });
});

describe("the cap of twice the theoretical loss", () => {
  test("pays opposite bets less than they cost, and carries the rest", () => {
    // 10,000 on red and 10,000 on black at an edge of 2.7 %: one partner's player lost, the other's won.
    const lost = { ...noLines, staked: units(10_000), loss: units(270) };
    const won = { ...noLines, staked: units(10_000), paid: units(20_000), loss: units(270) };
    const one = commissionOf({ plan: plan(), lines: lost, firstDeposits: 0, carriedIn: 0n, cpa: 0n });
    const other = commissionOf({ plan: plan(), lines: won, firstDeposits: 0, carriedIn: 0n, cpa: 0n });
    expect([one.commission, other.commission]).toEqual([units(162), 0n]);
    expect(one.commission + other.commission).toBeLessThan(units(540));
    expect(one.carriedOut).toBe(units(9_460));
    expect(other.carriedOut).toBe(units(-10_000));
  });

  test("pays what was carried above it in later months, as far as their cap goes", () => {
    expect(paid(plan(), [month(10_000, 1_000), month(0, 1_000), month(-5_000, 3_000)])).toEqual([600n, 600n, 300n]);
  });
});

test("the rate is that of the month's first deposits, and CPA is added to the share", () => {
  const tiered = plan({
    tiers: [
      { from: 0, rate: 350 },
      { from: 1500, rate: 400 },
    ],
  });
  expect(paid(tiered, [month(1000)], 1499)).toEqual([350n]);
  expect(paid(tiered, [month(1000)], 1500)).toEqual([400n]);
  const hybrid = commissionOf({ plan: tiered, lines: month(-1000), firstDeposits: 3, carriedIn: 0n, cpa: units(50) });
  expect(hybrid).toMatchObject({ share: 0n, cpa: units(50), commission: units(50), carriedOut: units(-1000) });
});

test("sub-partners add a share of what they were paid, cut to a micro-unit, in a month below zero too", () => {
  const invites = plan({ sub: 75 });
  const input = { plan: invites, lines: month(-1000), firstDeposits: 0, carriedIn: 0n, cpa: 0n };
  // 7.5 % of 100.000009.
  expect(commissionOf({ ...input, subs: 100_000_009n })).toMatchObject({
    share: 0n,
    sub: 7_500_000n,
    commission: 7_500_000n,
    carriedOut: units(-1000),
  });
  expect(commissionOf({ ...input, plan: plan(), subs: 100_000_009n }).commission).toBe(0n);
});

test("a plan and the share paid for it to the partner who invited are within half of the theoretical loss together", () => {
  const rate = (rate: number) => plan({ tiers: [{ from: 0, rate }] });
  expect([isTooMuch(rate(454), 100), isTooMuch(rate(455), 100), isTooMuch(rate(500), 0)]).toEqual([false, true, false]);
  // 30 % and a fifth of the loss as CPA are exactly half: nothing is left for another partner.
  const hybrid = plan({ cpa: { amount: "50", deposit: "20", loss: "250" } });
  expect([isTooMuch(hybrid, 0), isTooMuch(hybrid, 1)]).toEqual([false, true]);
});

test("a commission is cut to a micro-unit, and nothing is lost of what is carried", () => {
  const lines = { ...noLines, staked: 1_001n, loss: 1_000_000n };
  expect(commissionOf({ plan: plan(), lines, firstDeposits: 0, carriedIn: 0n, cpa: 0n }).share).toBe(300n);
});

describe("a plan", () => {
  test.each([
    [plan(), undefined],
    [plan({ tiers: [{ from: 0, rate: 500 }] }), undefined],
    [plan({ tiers: [{ from: 0, rate: 501 }] }), "plan_invalid"],
    [plan({ tiers: [] }), "plan_invalid"],
    [plan({ tiers: [{ from: 1, rate: 100 }] }), "plan_tiers_invalid"],
    [
      plan({
        tiers: [
          { from: 0, rate: 100 },
          { from: 5, rate: 90 },
        ],
      }),
      "plan_tiers_invalid",
    ],
    [plan({ tiers: [{ from: 0, rate: 300 }], cpa: { amount: "50", deposit: "20", loss: "250" } }), undefined],
    [
      plan({ tiers: [{ from: 0, rate: 300 }], cpa: { amount: "50.01", deposit: "20", loss: "250" } }),
      "plan_pays_too_much",
    ],
    [plan({ tiers: [{ from: 0, rate: 0 }], cpa: { amount: "0", deposit: "20", loss: "250" } }), "plan_pays_too_much"],
    [plan({ carry: { kind: "capped", most: "1e3" } }), "plan_invalid"],
    [plan({ sub: 200 }), undefined],
    [plan({ sub: 201 }), "plan_invalid"],
    [plan({ sub: 0 }), "plan_invalid"],
    [plan({ sub: 0.5 }), "plan_invalid"],
    [{ ...firstPlan, tiers: "30 %" }, "plan_invalid"],
    [null, "plan_invalid"],
  ])("%j may be published or not: %s", (given, fault) => expect(planFaultOf(given)).toBe(fault));

  test("pays two partners for opposite bets less than those bets cost, CPA included", () => {
    const hybrid = plan({ tiers: [{ from: 0, rate: 300 }], cpa: { amount: "50", deposit: "20", loss: "250" } });
    const sides = [
      { ...noLines, staked: units(10_000), loss: units(250) },
      { ...noLines, paid: units(10_000), loss: units(250) },
    ];
    const all = sides.map(lines =>
      commissionOf({ plan: hybrid, lines, firstDeposits: 1, carriedIn: 0n, cpa: units(50) }),
    );
    expect(all.reduce((sum, { commission }) => sum + commission, 0n)).toBeLessThan(units(500));
  });
});
