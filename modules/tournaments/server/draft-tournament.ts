import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { type Micros, parseAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { mostDays } from "../shared/limits.ts";
import type { Repeat } from "../shared/schedule.ts";
import type { BetFacts } from "./bet-facts.ts";
import type { NewRace } from "./races-store.ts";
import type { NewTournament } from "./store.ts";

/** Terms as the office sends them; the contract has checked their grammar. */
interface SentTerms extends Pick<NewTournament, "title" | "scoring"> {
  readonly games: readonly string[];
  readonly currency: string;
  readonly prizes: readonly string[];
  readonly min_stake: string;
  readonly points?: Readonly<Record<string, number>> | undefined;
}

interface DraftedTournament extends SentTerms {
  readonly starts_at: string;
  readonly ends_at: string;
}

interface DraftedRace extends SentTerms {
  readonly every: Repeat;
  readonly zone: string;
  readonly time: string;
  readonly weekday?: number | undefined;
}

const dayMs = 86_400_000;

/** The terms of a draft. Fails with `validation_failed`. */
export function readDraft(body: DraftedTournament, id: Uuid, nowMs: number, counts: BetFacts["counts"]): NewTournament {
  const [startsAt, endsAt] = [new Date(body.starts_at), new Date(body.ends_at)];
  if (endsAt.getTime() <= nowMs || endsAt <= startsAt || endsAt.getTime() - startsAt.getTime() > mostDays * dayMs)
    refuse("ends_at", "time_invalid");
  return { ...readTerms(body, id, counts), startsAt, endsAt };
}

/** The terms of a race that is drafted. Fails with `validation_failed`. */
export function readRaceDraft(body: DraftedRace, id: Uuid, counts: BetFacts["counts"]): NewRace {
  const { every, zone, time, weekday = null } = body;
  if ((every === "week") !== (weekday !== null)) refuse("weekday", "weekday_invalid");
  return { ...readTerms(body, id, counts), schedule: { every, zone, time, weekday } };
}

function readTerms(body: SentTerms, id: Uuid, counts: BetFacts["counts"]): Omit<NewRace, "schedule"> {
  const prizes = body.prizes.map(prize => sum("prizes", prize));
  if (prizes.some((prize, index) => prize === 0n || prize > (prizes[index - 1] ?? prize)))
    refuse("prizes", "amount_invalid");
  const games = [...new Set(body.games)];
  if (!games.every(counts)) refuse("games", "game_invalid");
  const points = body.points ?? {};
  const named = Object.keys(points);
  const isComplete = body.scoring === "points" ? games.length > 0 && named.length === games.length : named.length === 0;
  if (!isComplete || !named.every(game => games.includes(game))) refuse("points", "points_invalid");
  return {
    id,
    title: body.title,
    scoring: body.scoring,
    games,
    currency: body.currency as Currency,
    prizes,
    minStake: sum("min_stake", body.min_stake),
    points,
  };
}

function sum(field: string, text: string): Micros {
  return parseAmount(text) ?? refuse(field, "amount_invalid");
}

function refuse(field: string, key: string): never {
  return fail(validationFailed, { errors: { [field]: [key] } });
}
