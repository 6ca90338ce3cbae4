import type { RouteOutput } from "#kit/contract/route.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { type Micros, parseDecimal } from "#kit/money/amount.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant, must } from "#kit/std/invariant.ts";
import { addDays, addMonths } from "../shared/breaks.ts";
import { type CurrencyLimits, excludeMyself, getLimits, putLimits, takeTimeOut } from "../shared/contract.ts";
import type { DailyLimits } from "../shared/daily-limits.ts";
import { selfExcluded } from "../shared/events.ts";
import { ageLockOf } from "./age-lock.ts";
import { breakOf, openPurse } from "./counters.ts";
import { depositLimitsOf, setDepositLimit } from "./deposit-limit.ts";
import { type DepositSums, emptyCounters, limitsView, viewOfBreak } from "./limits-views.ts";
import { readCounters, setDailyLimits } from "./set-daily-limits.ts";
import { takeBreak } from "./take-break.ts";

/** Asks who knows of deposits what a day has seen of them. */
export type DepositQuestion = (player: PlayerId, currency: Currency, now: Date) => Promise<DepositSums>;

export function limitsHandlers(host: Host, deposits: DepositQuestion): readonly Handler[] {
  const now = () => new Date(host.clock.now());
  return [
    handle(getLimits, async ({ session }) => ({
      data: await limitsOf(host, deposits, session.player, session.currency),
    })),
    handle(putLimits, async ({ session, input: { body } }) => {
      const { currency } = body;
      invariant(isCurrency(currency), "checked by the contract");
      const wish = { ...given("wager", body.wager_limit), ...given("loss", body.loss_limit) };
      await change(host, session.player, currency, wish, given("deposit", body.deposit_limit), now());
      const views = await viewsOf(host, deposits, session.player, currency, now());
      return {
        data: must(
          views.find(view => view.currency === currency),
          "limits of a currency just set",
        ),
      };
    }),
    handle(takeTimeOut, async ({ session, input }) => {
      const until = addDays(now(), input.body.days);
      return answerOf(await host.db.tx(tx => takeBreak(tx, session.player, { kind: "time_out", until }, now())));
    }),
    handle(excludeMyself, async ({ session, input }) => {
      const until = addMonths(now(), input.body.months);
      const taken = await host.db.tx(tx => {
        tx.afterCommit(() => host.bus.tell(selfExcluded, { player: session.player, until }));
        return takeBreak(tx, session.player, { kind: "self_exclusion", until }, now()).then(taken => {
          host.failpoints.hit("limits.excluded");
          return taken;
        });
      });
      return answerOf(taken);
    }),
  ];
}

/** Everything a player has set for himself, as he and the house see it. */
export async function limitsOf(
  host: Host,
  deposits: DepositQuestion,
  player: PlayerId,
  currency: Currency | null,
): Promise<RouteOutput<typeof getLimits>["data"]> {
  const at = new Date(host.clock.now());
  const [currencies, present, age] = await Promise.all([
    viewsOf(host, deposits, player, currency, at),
    breakOf(host.db, player, at),
    ageLockOf(host.db, player, at),
  ]);
  const day_ends = new Date((Math.floor(at.getTime() / 86_400_000) + 1) * 86_400_000).toISOString();
  return { currencies, break: viewOfBreak(present), age_until: age?.toISOString() ?? null, day_ends };
}

function answerOf(present: Parameters<typeof viewOfBreak>[0]) {
  return { data: { break: viewOfBreak(present) } };
}

/** A limit as the wire has it; one that is left out stays out. */
function given<Name extends string>(name: Name, text: string | null | undefined): Partial<Record<Name, Micros | null>> {
  const limit = text === undefined || text === null ? text : parseDecimal(text);
  return (limit === undefined ? {} : { [name]: limit }) as Partial<Record<Name, Micros | null>>;
}

/** All in one transaction; the deposit's row first, as deposits do. */
function change(
  host: Host,
  player: PlayerId,
  currency: Currency,
  limits: Partial<DailyLimits>,
  { deposit }: { deposit?: Micros | null },
  now: Date,
): Promise<void> {
  return host.db.tx(async tx => {
    await openPurse(tx, player, currency);
    if (deposit !== undefined) await setDepositLimit(tx, { player, currency, limit: deposit, now });
    await setDailyLimits(tx, { player, currency, limits, now });
    host.failpoints.hit("limits.set");
  });
}

/** One view for each wallet of the player, and for `also`, whether or not there is a wallet yet. */
async function viewsOf(
  host: Host,
  deposits: DepositQuestion,
  player: PlayerId,
  also: Currency | null,
  now: Date,
): Promise<CurrencyLimits[]> {
  const [counters, depositLimits] = await Promise.all([
    readCounters(host.db, player, now),
    depositLimitsOf(host.db, player),
  ]);
  const isThere = also === null || counters.some(each => each.currency === also);
  const all = isThere ? counters : [emptyCounters(also), ...counters];
  return Promise.all(
    all.map(async each => {
      const deposit = depositLimits.get(each.currency) ?? { current: { deposit: null }, later: null };
      return limitsView(each, deposit, await deposits(player, each.currency, now), now);
    }),
  );
}
