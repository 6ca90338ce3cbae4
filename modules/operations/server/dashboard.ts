import type { RouteOutput } from "#kit/contract/route.ts";
import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { required } from "#kit/std/invariant.ts";
import { foldedBalances } from "#modules/projections/server/index.ts";
import { exchanged, type Rate } from "#modules/rates/shared/rate.ts";
import { agedQueues, type readDashboard } from "../office/contract.ts";
import { alertOwners } from "./alert-owners.ts";
import { type Alert, ownerView } from "./alerts.ts";
import type { OfficeNeeds } from "./needs.ts";
import { networkFeesOf } from "./network-fees.ts";

type Dashboard = RouteOutput<typeof readDashboard>["data"];
/** Owners are read for each viewer: one who has just taken an alert sees it. */
type Unowned = Omit<Dashboard, "alerts"> & { readonly alerts: readonly Alert[] };

const dayMs = 86_400_000;
/** Results are cached for several viewers. */
const freshMs = 2_000;

/** What we owe by the last fold, network fees of the last 24 hours and of those before, and alerts. */
export function createDashboard(needs: OfficeNeeds, readAlerts: () => Promise<readonly Alert[]>) {
  const { host, coins } = needs;
  const cache = new Map<string, { readonly until: number; readonly made: Promise<Unowned> }>();

  return async (currency: Currency | undefined): Promise<Dashboard> => {
    const { alerts, ...made } = await fresh(currency);
    const owners = await alertOwners(host.db);
    return { ...made, alerts: alerts.map(alert => ({ ...alert, owner: ownerView(owners.get(alert.alert)) })) };
  };

  function fresh(currency: Currency | undefined): Promise<Unowned> {
    const name = currency ?? "all";
    const known = cache.get(name);
    if (known && known.until > host.clock.monotonic()) return known.made;
    const made = make(currency);
    cache.set(name, { until: host.clock.monotonic() + freshMs, made });
    made.catch(() => cache.delete(name));
    return made;
  }

  async function make(currency: Currency | undefined): Promise<Unowned> {
    const now = host.clock.now();
    const shown = currency ?? "EUR";
    const since = now - dayMs;
    const begins = new Date(since);
    const before = new Date(since - dayMs);
    const after = new Date(now + 1);
    const { balances, costs } = await host.db.tx(
      async tx => ({
        balances: await foldedBalances(tx),
        costs: { now: await coins.costs(tx, begins, after), before: await coins.costs(tx, before, begins) },
      }),
      { isolation: "repeatable read", readOnly: true },
    );
    const rates = await ratesTo(needs, shown, currency ? [currency] : currencyCodes);
    return {
      at: new Date(now).toISOString(),
      in: shown,
      complete: currency !== undefined || rates.size === currencyCodes.length,
      liabilities: currencyCodes.map(code => liabilityOf(code, balances)),
      network_fees: networkFeesOf(costs, cost =>
        rates.has(cost.currency) ? converted(cost.amount, rates.get(cost.currency)) : null,
      ),
      queues: await queuesOf(needs),
      alerts: await readAlerts(),
    };
  }
}

async function queuesOf(needs: OfficeNeeds): Promise<Dashboard["queues"]> {
  const { payments, review, harm, risk, support, corrections } = needs;
  const queues = {
    payouts: { waiting: payments.office.waitingPayouts, oldest: payments.office.oldestPayout },
    kyc: { waiting: review.underWay, oldest: review.oldest },
    harm,
    risk,
    support,
    corrections,
  } as const;
  return Promise.all(
    agedQueues.map(async queue => {
      const { waiting, oldest } = queues[queue];
      const [count, since] = await Promise.all([waiting(), oldest()]);
      return { queue, waiting: count, since: since?.toISOString() ?? null };
    }),
  );
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

/** Liabilities in one currency: every account of the chart that is a debt to players. */
function liabilityOf(
  currency: Currency,
  balances: Awaited<ReturnType<typeof foldedBalances>>,
): Dashboard["liabilities"][number] {
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
