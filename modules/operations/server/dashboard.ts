import type { RouteOutput } from "#kit/contract/route.ts";
import { defaultLocale } from "#kit/i18n/locale.ts";
import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { required } from "#kit/std/invariant.ts";
import { type AccountBalance, type Flow, flowsBetween, trialBalance } from "#modules/ledger/server/index.ts";
import { accountName } from "#modules/ledger/shared/chart.ts";
import { methodName } from "#modules/payments/server/index.ts";
import { exchanged, type Rate } from "#modules/rates/shared/rate.ts";
import type { readDashboard } from "../office/contract.ts";
import type { BookWatch } from "./book-watch.ts";
import type { DiskWatch } from "./disk-watch.ts";
import type { OfficeNeeds } from "./needs.ts";
import { networkFeesOf } from "./network-fees.ts";

type Dashboard = RouteOutput<typeof readDashboard>["data"];

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Results are cached for several viewers. */
const freshMs = 10_000;

/** The sums of some flows, micro-units. */
interface Turnover {
  wagered: bigint;
  bets: number;
  ggr: bigint;
  bonuses: bigint;
  deposits: bigint;
  depositCount: number;
  payouts: bigint;
  payoutCount: number;
}

/** Money of the last 24 hours and of those before, from the ledger; network fees as booked with the coins. */
export function createDashboard(needs: OfficeNeeds, watch: BookWatch, disk: DiskWatch) {
  const { host, people, coins } = needs;
  const cache = new Map<string, { readonly until: number; readonly made: Promise<Dashboard> }>();

  return (currency: Currency | undefined, tests: "with" | "without"): Promise<Dashboard> => {
    const name = `${currency ?? "all"} ${tests}`;
    const known = cache.get(name);
    if (known && known.until > host.clock.monotonic()) return known.made;
    const made = make(currency, tests);
    cache.set(name, { until: host.clock.monotonic() + freshMs, made });
    made.catch(() => cache.delete(name));
    return made;
  };

  async function make(currency: Currency | undefined, tests: "with" | "without"): Promise<Dashboard> {
    const now = host.clock.now();
    const shown = currency ?? "EUR";
    const since = now - dayMs;
    // Flows are summed by the hour, so the day begins with one.
    const begins = new Date(Math.floor(since / hourMs) * hourMs);
    const before = new Date(since - dayMs);
    const after = new Date(now + 1);
    const { flows, balances, costs } = await host.db.tx(
      async tx => ({
        flows: await flowsBetween(tx, before, after, tests === "with" ? [] : await people.tests(tx)),
        balances: await trialBalance(tx),
        costs: { now: await coins.costs(tx, begins, after), before: await coins.costs(tx, before, begins) },
      }),
      { isolation: "repeatable read", readOnly: true },
    );
    const rates = await ratesTo(needs, shown, currency ? [currency] : currencyCodes);
    const counted = flows.filter(flow => rates.has(flow.currency));
    const inShown = counted.map(flow => ({ ...flow, amount: converted(flow.amount, rates.get(flow.currency)) }));
    const latest = inShown.filter(({ hour }) => hour >= begins);
    return {
      at: new Date(now).toISOString(),
      in: shown,
      complete: currency !== undefined || rates.size === currencyCodes.length,
      now: turnoverView(turnoverOf(latest)),
      before: turnoverView(turnoverOf(inShown.filter(flow => !latest.includes(flow)))),
      hours: hoursOf(latest, now),
      games: gamesOf(latest),
      liabilities: currencyCodes.map(code => liabilityOf(code, balances)),
      by_currency: currencyCodes.map(code => ({
        currency: code,
        ...turnoverView(turnoverOf(flows.filter(flow => flow.currency === code && flow.hour >= begins))),
      })),
      network_fees: networkFeesOf(costs, cost =>
        rates.has(cost.currency) ? converted(cost.amount, rates.get(cost.currency)) : null,
      ),
      alerts: await alertsOf(needs, watch, disk),
    };
  }
}

/** The rate of each in `to`; currencies without a rate are left out. */
async function ratesTo(
  { rates }: OfficeNeeds,
  to: Currency,
  from: readonly Currency[],
): Promise<ReadonlyMap<Currency, Rate | "same">> {
  const known = new Map<Currency, Rate | "same">();
  for (const currency of from) {
    const rate = currency === to ? ("same" as const) : await rates.rate(currency, to).catch(() => undefined);
    if (rate) known.set(currency, rate);
  }
  return known;
}

function converted(amount: Micros, rate: Rate | "same" | undefined): Micros {
  return rate === "same" ? amount : micros(exchanged(amount, required(rate, "only priced flows are converted")));
}

const isResult = (code: number) => accountName(code).startsWith("result:");

function turnoverOf(flows: readonly Flow[]): Turnover {
  const sum: Turnover = {
    wagered: 0n,
    bets: 0,
    ggr: 0n,
    bonuses: 0n,
    deposits: 0n,
    depositCount: 0,
    payouts: 0n,
    payoutCount: 0,
  };
  for (const { kind, debit, credit, amount, count } of flows) {
    if (isResult(credit)) sum.ggr += amount;
    if (isResult(debit)) sum.ggr -= amount;
    if (kind === "stake") {
      sum.wagered += amount;
      sum.bets += count;
    } else if (kind === "void") sum.wagered -= amount;
    else if (kind === "deposit") {
      sum.deposits += amount;
      sum.depositCount += count;
    } else if (kind === "payout_sent") {
      sum.payouts += amount;
      sum.payoutCount += count;
    } else if (kind === "bonus") sum.bonuses += amount;
  }
  return sum;
}

function turnoverView(sum: Turnover): Dashboard["now"] {
  return {
    wagered: formatAmount(sum.wagered),
    bets: sum.bets,
    ggr: formatAmount(sum.ggr),
    ngr: formatAmount(sum.ggr - sum.bonuses),
    deposits: formatAmount(sum.deposits),
    deposit_count: sum.depositCount,
    payouts: formatAmount(sum.payouts),
    payout_count: sum.payoutCount,
  };
}

function hoursOf(flows: readonly Flow[], now: number): Dashboard["hours"] {
  const last = Math.floor(now / hourMs) * hourMs;
  return Array.from({ length: 24 }, (_, index) => {
    const hour = last - (23 - index) * hourMs;
    const { ggr, bonuses } = turnoverOf(flows.filter(flow => flow.hour.getTime() === hour));
    return { hour: new Date(hour).toISOString(), ggr: formatAmount(ggr), ngr: formatAmount(ggr - bonuses) };
  });
}

/** Stakes and payouts of each game, largest first. */
function gamesOf(flows: readonly Flow[]): Dashboard["games"] {
  const games = new Map<string, { wagered: bigint; paid: bigint; bets: number }>();
  for (const { kind, debit, credit, amount, count } of flows) {
    if (kind !== "stake" && kind !== "payout" && kind !== "void") continue;
    const [, game = ""] = accountName(kind === "stake" ? credit : debit).split(":");
    const sum = games.get(game) ?? { wagered: 0n, paid: 0n, bets: 0 };
    if (kind === "payout") sum.paid += amount;
    else sum.wagered += kind === "stake" ? amount : -amount;
    if (kind === "stake") sum.bets += count;
    games.set(game, sum);
  }
  return [...games]
    .sort(([, a], [, b]) => (a.wagered > b.wagered ? -1 : 1))
    .map(([game, { wagered, paid, bets }]) => ({
      game,
      wagered: formatAmount(wagered),
      paid: formatAmount(paid),
      bets,
    }));
}

/** Liabilities in one currency: every account of the chart that is a debt to players. */
function liabilityOf(currency: Currency, balances: readonly AccountBalance[]): Dashboard["liabilities"][number] {
  const own = balances.filter(balance => balance.currency === currency);
  const of = (matches: (name: string) => boolean) =>
    own.reduce((sum, { name, balance }) => (matches(name) ? sum + balance : sum), 0n);
  const parts = {
    real: of(name => name === "player:real"),
    bonus: of(name => name === "player:bonus"),
    vault: of(name => name === "player:vault"),
    in_play: of(name => name.startsWith("in play:")),
    payouts: of(name => name.startsWith("payouts:")),
    to_be_returned: of(name => name === "to be returned" || name === "quarantine"),
  };
  const total = Object.values(parts).reduce((sum, part) => sum + part, 0n);
  const views = Object.fromEntries(Object.entries({ ...parts, total }).map(([name, sum]) => [name, formatAmount(sum)]));
  return { currency, ...(views as Record<keyof typeof parts | "total", string>) };
}

async function alertsOf(
  { payments, approvers, emergencies }: OfficeNeeds,
  watch: BookWatch,
  disk: DiskWatch,
): Promise<Dashboard["alerts"]> {
  const check = watch.last();
  const alerts: Dashboard["alerts"] = (check?.breaches ?? []).map(({ id, name }) => ({
    kind: "broken" as const,
    text: `${id} ${name}`,
    at: check?.brokenSince?.toISOString() ?? null,
  }));
  if (watch.isLate()) alerts.push({ kind: "unchecked", text: "", at: check?.checkedAt.toISOString() ?? null });
  const low = disk.alarm();
  if (low) alerts.push({ kind: low.closed ? "disk_full" : "disk_low", text: low.free, at: low.since.toISOString() });
  for (const { lastAt, ...approval } of await approvers.alerts())
    alerts.push({ kind: "shared_origin", text: "", approval, at: lastAt.toISOString() });
  for (const { operator, madeAt } of await emergencies.unreviewed())
    alerts.push({ kind: "emergency", text: operator, at: madeAt.toISOString() });
  for (const method of await payments.office.methods())
    if (!method.on) alerts.push({ kind: "method_off", text: methodName(method.hash)[defaultLocale], at: null });
  if (check && alerts.every(({ kind }) => kind === "shared_origin" || kind === "emergency"))
    alerts.push({ kind: "whole", text: `${check.invariants}`, at: check.checkedAt.toISOString() });
  return alerts;
}
