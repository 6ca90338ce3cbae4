import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { answerCheck, getPlay, type PlayView, putPlay } from "../shared/contract.ts";
import { limitsAt } from "../shared/daily-limits.ts";
import { limitsChanged } from "../shared/events.ts";
import { checkDueAt, isPlaying, type PlayLimits, playedOn } from "../shared/play-time.ts";
import { counters } from "./counter-sql.ts";
import { type OperatorLimit, operatorLimitsOf } from "./operator-limits-store.ts";
import { acknowledgeCheck, type PlayFacts, playOf, setPlayLimits } from "./play-leases.ts";

interface SessionSums {
  readonly currency: Currency;
  readonly sessionStaked: Micros;
  readonly sessionReturned: Micros;
}

/** Checks whether one of the player's bets is undecided. */
export type OpenBetsQuestion = (player: PlayerId) => Promise<boolean>;

/** The calls about play time. */
export function playHandlers(
  { db, clock, bus }: Pick<Host, "db" | "clock" | "bus">,
  hasOpenBets: OpenBetsQuestion,
): readonly Handler[] {
  const now = () => new Date(clock.now());
  const answer = async (player: PlayerId, facts: PlayFacts) => {
    const [sums, operators] = await Promise.all([sumsOf(db, player), operatorLimitsOf(db, player)]);
    const view = viewOf(facts, sums, operators, now());
    // Only a due check waits for the end of a round.
    return { data: { ...view, round_open: view.check_due && (await hasOpenBets(player)) } };
  };
  return [
    handle(getPlay, async ({ session: { player } }) => answer(player, await playOf(db, player))),
    handle(putPlay, async ({ session: { player }, input: { body } }) => {
      const limits = {
        ...minutesChange("day", body.day_minutes),
        ...minutesChange("session", body.session_minutes),
        ...minutesChange("check", body.check_minutes),
      };
      return answer(
        player,
        await db.tx(async tx => {
          const set = await setPlayLimits(tx, { player, limits, now: now() });
          await bus.publish(tx, limitsChanged, { player, what: "play_time" });
          return set;
        }),
      );
    }),
    handle(answerCheck, async ({ session: { player } }) =>
      answer(player, await db.tx(tx => acknowledgeCheck(tx, player, now()))),
    ),
  ];
}

function minutesChange<Name extends keyof PlayLimits>(name: Name, minutes: number | null | undefined) {
  if (minutes === undefined) return {};
  return { [name]: minutes === null ? null : BigInt(minutes) } as Pick<PlayLimits, Name>;
}

async function sumsOf(db: Queryable, player: PlayerId): Promise<readonly SessionSums[]> {
  const { rows } = await db.query<SessionSums>(
    `SELECT currency, session_staked AS "sessionStaked", session_returned AS "sessionReturned" FROM ${counters}
     WHERE player_id = $1 AND (session_staked > 0 OR session_returned > 0) ORDER BY currency`,
    [player],
  );
  return rows;
}

function viewOf(
  { state, limits }: PlayFacts,
  sums: readonly SessionSums[],
  operators: readonly OperatorLimit[],
  now: Date,
): Omit<PlayView, "round_open"> {
  const at = now.getTime();
  const current = limitsAt(limits, now);
  const later = limits.later && limits.later.from > now ? limits.later : null;
  const startedAt = isPlaying(state, at) ? state.startedAt : null;
  const dueAt = startedAt === null ? null : checkDueAt(state, current);
  return {
    started_at: startedAt === null ? null : new Date(startedAt).toISOString(),
    session_seconds: startedAt === null ? 0 : Math.max(0, Math.floor((at - startedAt) / 1000)),
    today_seconds: Math.floor(playedOn(state, at) / 1000),
    ...minutesOf(current),
    later: later && { ...minutesOf(later.limits), from: later.from.toISOString() },
    operator: operators.flatMap(operatorView),
    check_at: dueAt === null ? null : new Date(dueAt).toISOString(),
    check_due: dueAt !== null && dueAt <= at,
    net: startedAt === null ? [] : sums.map(netOf),
  };
}

/** View of a limit of play time that an operator set. */
function operatorView({ kind, limit, cause, setAt }: OperatorLimit): PlayView["operator"] {
  if (limit === null || !("minutes" in limit)) return [];
  const of = kind === "day_time" ? "day" : "session";
  return [{ of, minutes: limit.minutes, cause, since: setAt.toISOString() }];
}

function minutesOf({ day, session, check }: PlayLimits) {
  const whole = (minutes: bigint | null) => (minutes === null ? null : Number(minutes));
  return { day_minutes: whole(day), session_minutes: whole(session), check_minutes: whole(check) };
}

function netOf({ currency, sessionStaked: staked, sessionReturned: returned }: SessionSums) {
  const net = formatAmount(micros(returned - staked));
  return { currency, staked: formatAmount(staked), returned: formatAmount(returned), net };
}
