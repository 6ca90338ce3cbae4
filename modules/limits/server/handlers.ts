import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { isCurrency } from "#kit/money/currency.ts";
import { invariant } from "#kit/std/invariant.ts";
import { addDays, addMonths } from "../shared/breaks.ts";
import { dismissNotice, excludeMyself, getLimits, putLimits, takeTimeOut } from "../shared/contract.ts";
import { limitKinds } from "../shared/daily-limits.ts";
import { limitsChanged, selfExcluded } from "../shared/events.ts";
import { viewOfBreak } from "./limits-views.ts";
import { dismissNotices } from "./notices.ts";
import { type DepositQuestion, limitsOf, viewsOf } from "./read-limits.ts";
import { type LimitChange, setDailyLimits } from "./set-daily-limits.ts";
import { takeBreak } from "./take-break.ts";

type RouteInput = Readonly<Record<"currency", string>> &
  Readonly<Partial<Record<"wager_limit" | "loss_limit" | "deposit_limit", string | null | undefined>>>;

export function limitsHandlers(host: Host, deposits: DepositQuestion): readonly Handler[] {
  const now = () => new Date(host.clock.now());
  return [
    handle(getLimits, async ({ session }) => ({
      data: await limitsOf(host, deposits, session.player, session.currency),
    })),
    handle(putLimits, async ({ session: { player, currency }, input: { body } }) => {
      const at = now();
      await host.db.tx(async tx => {
        await setDailyLimits(tx, { player, limits: requestedLimits(body), now: at });
        await host.bus.publish(tx, limitsChanged, { player, what: "money" });
        host.failpoints.hit("limits.set");
      });
      return { data: { limits: await viewsOf(host.db, deposits, player, currency, at) } };
    }),
    handle(dismissNotice, async ({ session: { player } }) => {
      await dismissNotices(host.db, player, now());
      return { data: { notice: null } };
    }),
    handle(takeTimeOut, async ({ session: { player }, input }) => {
      const until = addDays(now(), input.body.days);
      const taken = await host.db.tx(async tx => {
        const begun = await takeBreak(tx, player, { kind: "time_out", until }, now());
        await host.bus.publish(tx, limitsChanged, { player, what: "break", until });
        return begun;
      });
      return answerOf(taken);
    }),
    handle(excludeMyself, async ({ session: { player }, input }) => {
      const until = addMonths(now(), input.body.months);
      const taken = await host.db.tx(async tx => {
        const begun = await takeBreak(tx, player, { kind: "self_exclusion", until }, now());
        await host.bus.publish(tx, selfExcluded, { player, until });
        await host.bus.publish(tx, limitsChanged, { player, what: "break", until });
        host.failpoints.hit("limits.excluded");
        return begun;
      });
      return answerOf(taken);
    }),
  ];
}

function answerOf(present: Parameters<typeof viewOfBreak>[0]) {
  return { data: { break: viewOfBreak(present) } };
}

/** The limits of a call's body, in the form of the rules; omitted ones stay omitted. */
function requestedLimits({ currency, wager_limit, loss_limit, deposit_limit }: RouteInput): LimitChange["limits"] {
  invariant(isCurrency(currency), "checked by the contract");
  const given = { wager: wager_limit, loss: loss_limit, deposit: deposit_limit };
  return Object.fromEntries(
    limitKinds.flatMap(kind => {
      const text = given[kind];
      if (text === undefined) return [];
      return [[kind, text === null ? null : { amount: parseDecimal(text), currency }]];
    }),
  );
}
