import * as z from "zod/mini";
import {
  amountField,
  currencyField,
  dataOf,
  instantField,
  moneyField,
  timeField,
  uuidField,
} from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { timezoneField } from "#modules/accounts/shared/contract.ts";
import {
  idParams,
  namesInAll,
  officeChange,
  officeRead,
  player,
  withReason,
} from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { disputeText } from "#modules/tournaments/shared/contract.ts";
import { disputeAnswered, raceClosed, tournamentClosed } from "#modules/tournaments/shared/errors.ts";
import { mostPoints, mostPrizes } from "#modules/tournaments/shared/limits.ts";
import { tournamentPhases } from "#modules/tournaments/shared/phase.ts";
import { repeats, timePattern } from "#modules/tournaments/shared/schedule.ts";
import { scorings } from "#modules/tournaments/shared/scoring.ts";

const gameName = z.string("game_invalid").check(z.regex(/^[a-z][a-z0-9-]{1,29}$/, "game_invalid"));

const tournament = z.object({
  id: uuidField,
  title: z.string(),
  phase: z.enum(tournamentPhases),
  scoring: z.enum(scorings),
  games: z.array(z.string()),
  currency: currencyField,
  prizes: z.array(moneyField),
  /** What the prizes cost at most. */
  prize_sum: moneyField,
  min_stake: moneyField,
  players: z.int(),
  starts_at: timeField,
  ends_at: timeField,
  review_until: z.nullable(timeField),
  created_by: z.string(),
  published_by: z.nullable(z.string()),
  /** Publishing it requires a second person. */
  needs_approval: z.boolean(),
});
export type OfficeTournament = z.output<typeof tournament>;

const draftedTerms = z.object({
  title: namesInAll(60),
  scoring: z.enum(scorings, "scoring_invalid"),
  /** Empty for all games that can count. */
  games: z.array(gameName, "game_invalid").check(z.maxLength(50, "game_invalid")),
  currency: currencyField,
  prizes: z
    .array(amountField, "amount_invalid")
    .check(z.minLength(1, "amount_invalid"), z.maxLength(mostPrizes, "amount_invalid")),
  min_stake: amountField,
  /** For the scoring `points`: points for one unit of currency at risk, for each game. */
  points: z.optional(
    z.record(gameName, z.int("points_invalid").check(z.gte(1, "points_invalid"), z.lte(mostPoints, "points_invalid"))),
  ),
  reason: reasonField,
});

export const readTournaments = route({
  ...officeRead("tournaments"),
  path: "/api/office/tournaments",
  permission: "campaigns.read",
  summary: "Tournaments, the last to end first: terms, players and what the prizes cost",
  output: dataOf(z.array(tournament)),
});

export const readTournamentPlaces = route({
  ...officeRead("tournaments"),
  path: "/api/office/tournaments/:id/places",
  permission: "campaigns.read",
  summary: "Who would get which prize by the ranks as they are now, live or final",
  params: idParams,
  output: dataOf(
    z.object({
      ranks_hash: z.nullable(z.string()),
      places: z.array(
        z.object({
          place: z.int(),
          player,
          score: z.string(),
          reached_at: timeField,
          /** The prize that is paid. */
          prize: z.nullable(moneyField),
          /** The prize of the place, where two operators have cut it. */
          cut_from: z.nullable(moneyField),
        }),
      ),
    }),
  ),
});

export const draftTournament = route({
  ...officeChange("tournaments"),
  method: "POST",
  path: "/api/office/tournaments",
  permission: "campaigns.write",
  summary: "Drafts a tournament; players don't see it before it is published",
  body: z.extend(draftedTerms, { starts_at: instantField, ends_at: instantField }),
  status: 201,
  output: dataOf(z.object({ id: uuidField })),
});

const change = dataOf(z.object({ request: z.nullable(uuidField), expires_at: z.nullable(timeField) }));

export const publishTournament = route({
  ...officeChange("tournaments"),
  method: "POST",
  path: "/api/office/tournaments/:id/publish",
  permission: "campaigns.start",
  summary: "Shows a drafted tournament to players; large prizes need approval",
  params: idParams,
  body: withReason,
  output: change,
  errors: [tournamentClosed],
});

export const cancelTournament = route({
  ...officeChange("tournaments"),
  method: "POST",
  path: "/api/office/tournaments/:id/cancel",
  permission: "campaigns.start",
  summary: "Cancels a tournament whose ranks are not final; one that players see needs approval",
  params: idParams,
  body: withReason,
  output: change,
  errors: [tournamentClosed],
});

export const disqualifyPlayer = route({
  ...officeChange("tournaments"),
  method: "POST",
  path: "/api/office/tournaments/:id/disqualify",
  permission: "campaigns.start",
  summary:
    "Requests to disqualify a player of a tournament whose prizes are not paid; a second person decides, and ranks move up",
  params: idParams,
  body: z.object({ player: uuidField, reason: reasonField }),
  output: change,
  errors: [tournamentClosed],
});

export const cutPrize = route({
  ...officeChange("tournaments"),
  method: "POST",
  path: "/api/office/tournaments/:id/cut-prize",
  permission: "campaigns.start",
  stepUp: true,
  summary:
    "Requests to cut a player's prize while ranks are reviewed and it is not paid; a second person decides, and the places stay",
  params: idParams,
  /** `amount`: what is left of the prize. */
  body: z.object({ player: uuidField, amount: amountField, reason: reasonField }),
  output: change,
  errors: [tournamentClosed],
});

const race = z.object({
  id: uuidField,
  title: z.string(),
  state: z.enum(["draft", "running", "stopped"]),
  scoring: z.enum(scorings),
  games: z.array(z.string()),
  currency: currencyField,
  /** What the prizes of each of its tournaments cost at most. */
  prize_sum: moneyField,
  every: z.enum(repeats),
  zone: z.string(),
  time: z.string(),
  weekday: z.nullable(z.int()),
  created_by: z.string(),
  started_by: z.nullable(z.string()),
});
export type OfficeRace = z.output<typeof race>;

export const readRaces = route({
  ...officeRead("tournaments"),
  path: "/api/office/races",
  permission: "campaigns.read",
  summary: "Races, the running ones first: terms, schedule and what each start costs",
  output: dataOf(z.array(race)),
});

export const draftRace = route({
  ...officeChange("tournaments"),
  method: "POST",
  path: "/api/office/races",
  permission: "campaigns.write",
  summary: "Drafts a race: a tournament that starts again every day or week until it is stopped",
  body: z.extend(draftedTerms, {
    every: z.enum(repeats, "repeat_invalid"),
    /** IANA name. */
    zone: timezoneField,
    /** Start by the zone's clocks. */
    time: z.string("time_invalid").check(z.regex(timePattern, "time_invalid")),
    /** For a weekly race: 1 is Monday. */
    weekday: z.optional(z.int("weekday_invalid").check(z.gte(1, "weekday_invalid"), z.lte(7, "weekday_invalid"))),
  }),
  status: 201,
  output: dataOf(z.object({ id: uuidField })),
});

export const startRace = route({
  ...officeChange("tournaments"),
  method: "POST",
  path: "/api/office/races/:id/start",
  permission: "campaigns.start",
  summary:
    "Requests the start of a drafted race; a second person decides, because its prizes are promised for every start",
  params: idParams,
  body: withReason,
  output: change,
  errors: [raceClosed],
});

export const stopRace = route({
  ...officeChange("tournaments"),
  method: "POST",
  path: "/api/office/races/:id/stop",
  permission: "campaigns.start",
  summary: "Stops a race: no further tournament of it is published, the published ones continue",
  params: idParams,
  body: withReason,
  errors: [raceClosed],
  status: 204,
});

const dispute = z.object({
  tournament: z.object({ id: uuidField, title: z.string() }),
  player,
  /** The place that the player disputes; null for none. */
  place: z.nullable(z.int()),
  text: z.string(),
  created_at: timeField,
  answer: z.nullable(z.string()),
  answered_by: z.nullable(z.string()),
  answered_at: z.nullable(timeField),
});

export const readDisputes = route({
  ...officeRead("tournaments"),
  path: "/api/office/disputes",
  permission: "campaigns.read",
  summary: "Players' disputes of final ranks: those without an answer first",
  output: dataOf(z.array(dispute)),
});

export const answerDispute = route({
  ...officeChange("tournaments"),
  method: "POST",
  path: "/api/office/tournaments/:id/disputes/:player/answer",
  permission: "campaigns.start",
  summary: "Answers a dispute: ranks are recomputed from the bets, and the player gets the answer",
  params: z.object({ id: uuidField, player: uuidField }),
  body: z.object({ answer: disputeText, reason: reasonField }),
  output: dataOf(z.object({ place: z.nullable(z.int()) })),
  errors: [disputeAnswered],
});
