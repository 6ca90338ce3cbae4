import { meanReturn, readTradedEvents, readTradedMarket } from "#modules/odds/server/index.ts";
import { findKind } from "#modules/odds/shared/market-kinds.ts";
import type { Slip, SlipLeg } from "#modules/wallet/server/index.ts";
import type { TradingAlert } from "../../office/contract.ts";
import { riskDollars, riskLimits } from "../../shared/risk-limits.ts";
import { linkedBets } from "./linked-slips.ts";
import { shortNames } from "./market-views.ts";
import type { TradingOfficeNeeds } from "./needs.ts";

/** Only slips of this period are checked, the newest first, up to a maximum. */
const recentMs = 15 * 60_000;
const mostSlips = 1_000;
const mostAlerts = 15;
/** From how many slips of how many players on one outcome an alert for a burst is raised. */
const burstSlips = 20;
const burstPlayers = 5;
/** A slip that may win this part of the limit, in percent, is a high stake. */
const highPercent = 80n;
/** A bet whose average return at current prices is this high was overpriced: by mistake, or the bettor knew something early. */
const generousReturn = 1.15;

interface Backed {
  readonly leg: SlipLeg;
  readonly slips: Slip[];
}

/** The same bets of linked accounts, bursts on one outcome, stakes near the limit, and prices that moved far below what was just accepted. */
export async function unusualSlips(
  { trading: { host, wallet, bets, linkedAccounts } }: TradingOfficeNeeds,
  now: Date,
): Promise<readonly TradingAlert[]> {
  const from = new Date(now.getTime() - recentMs);
  const { slips } = await wallet.slipBooks.all({ from, limit: mostSlips });
  const backed = [...byOutcome(slips).values()];
  const slipLink = ({ player, key }: Slip) => `/slips/${bets.ids.seal(player, key)}`;
  const linked = (await linkedBets(slips, linkedAccounts)).map(({ slip, leg, accounts }) => ({
    kind: "linked_accounts" as const,
    leg,
    value: String(accounts),
    link: slipLink(slip),
  }));
  const bursts = backed
    .filter(({ slips: on }) => isBurst(on))
    .map(each => outcomeAlert("burst", each, each.slips.length));
  const high = slips.filter(isHigh).map(slip => ({
    kind: "high_stake" as const,
    leg: slip.legs[0],
    value: String(slip.stake / 1_000_000n),
    link: slipLink(slip),
  }));
  const generous: { kind: "generous_price"; leg: SlipLeg; value: string; link: string }[] = [];
  for (const { leg, slips: on } of backed
    .filter(each => each.slips.some(({ legs }) => legs.length === 1))
    .slice(0, 100)) {
    const market = await readTradedMarket(host.db, leg.market, now);
    // In play a price moves with the match; before it only a mistake or early knowledge moves it this far.
    const isQuiet = market?.status === "active" && market.eventStatus === "scheduled";
    const p = isQuiet ? market.outcomes[leg.outcome]?.p : undefined;
    const best = Math.max(...on.flatMap(({ legs }) => (legs.length === 1 ? (legs[0]?.price ?? 0) : [])));
    const mean = p ? meanReturn(best, p) : 0;
    if (mean >= generousReturn)
      generous.push({ kind: "generous_price", leg, value: (mean * 100).toFixed(0), link: linkOf(leg) });
  }
  const found = [...linked, ...bursts, ...high, ...generous].slice(0, mostAlerts);
  const events = await readTradedEvents(host.db, [...new Set(found.flatMap(({ leg }) => leg?.event ?? []))]);
  const fixtures = new Map(events.map(event => [event.id, event]));
  return found.flatMap(({ kind, leg, value, link }) => {
    const event = leg && fixtures.get(leg.event);
    if (!leg || !event) return [];
    const names = shortNames(event.sport, event.fixture);
    return [{ kind, at: null, names, market: { kind: leg.kind, spec: leg.spec }, outcome: leg.outcome, value, link }];
  });
}

const linkOf = ({ event, market }: SlipLeg) => `/trading/events/${event}?market=${market}`;

function outcomeAlert(kind: "burst", { leg }: Backed, count: number) {
  return { kind, leg, value: String(count), link: linkOf(leg) };
}

function byOutcome(slips: readonly Slip[]): ReadonlyMap<string, Backed> {
  const backed = new Map<string, Backed>();
  for (const slip of slips)
    for (const leg of slip.legs) {
      const key = `${leg.market} ${leg.outcome}`;
      const known = backed.get(key) ?? { leg, slips: [] };
      known.slips.push(slip);
      backed.set(key, known);
    }
  return backed;
}

const isBurst = (slips: readonly Slip[]) =>
  slips.length >= burstSlips && new Set(slips.map(({ player }) => player)).size >= burstPlayers;

function isHigh({ legs, stake, currency }: Slip): boolean {
  const [leg] = legs;
  if (!leg || legs.length > 1) return false;
  const { win } = riskLimits[findKind(leg.kind)?.group ?? "main"];
  const won = (riskDollars(currency, stake) * BigInt(leg.price - 1000)) / 1000n;
  return won * 100n >= win * highPercent;
}
