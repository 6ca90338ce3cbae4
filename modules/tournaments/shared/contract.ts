import * as z from "zod/mini";
import { channel } from "#kit/contract/channel.ts";
import { currencyField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { disputeClosed, disputeRepeated, tournamentOnBreak, tournamentOver } from "./errors.ts";
import { tournamentPhases } from "./phase.ts";
import { repeats } from "./schedule.ts";
import { scorings } from "./scoring.ts";

export const tournamentStatuses = ["upcoming", "active", "finished"] as const;
export type TournamentStatus = (typeof tournamentStatuses)[number];

export const tournamentView = z.object({
  id: uuidField,
  /** In the caller's language. */
  title: z.string(),
  status: z.enum(tournamentStatuses),
  /** More precisely: after its end bets are counted, ranks reviewed, prizes paid. */
  phase: z.enum(tournamentPhases),
  /** The score: stakes by the edge of their bets, the best multiplier, or points. */
  scoring: z.enum(scorings),
  /** Games that count; empty for all. */
  games: z.array(z.string()),
  currency: currencyField,
  /** Prize of each place, from the first. */
  prizes: z.array(moneyField),
  /** A round with a smaller stake of real money does not count. */
  min_stake: moneyField,
  /** Points for one unit of currency at risk, by game. */
  points: z.record(z.string(), z.int()),
  players: z.int(),
  starts_at: timeField,
  ends_at: timeField,
  /** For a race: how often it starts again; null for a tournament that is held once. */
  repeats: z.nullable(z.enum(repeats)),
});

export const standing = z.object({
  place: z.int(),
  /** Null if the player is hidden. */
  player: z.nullable(z.object({ name: z.string(), avatar: z.string() })),
  test: z.boolean(),
  score: z.string(),
  /** Null where the place wins nothing. */
  prize: z.nullable(moneyField),
});

/** The caller's own line. */
const ownStanding = z.object({
  /** Null without a score. */
  place: z.nullable(z.int()),
  score: z.string(),
  prize: z.nullable(moneyField),
  /** What is missing to the last place that wins something; null for one who has a prize. */
  to_prize: z.nullable(z.string()),
  is_disqualified: z.boolean(),
  /** The nearest place above that wins more, and what is missing to its score; null at the first prize, and where nobody has that place yet. */
  next_prize: z.nullable(z.object({ place: z.int(), prize: moneyField, missing: z.string() })),
  /** The caller's dispute of the final ranks. */
  dispute: z.nullable(
    z.object({
      text: z.string(),
      created_at: timeField,
      answer: z.nullable(z.string()),
      answered_at: z.nullable(timeField),
    }),
  ),
});

const board = z.object({
  /** The first hundred. */
  leaderboard: z.array(standing),
  /** Null for one who does not take part. */
  me: z.nullable(ownStanding),
  players: z.int(),
  /** SHA-256 of the final ranks, hex; null while the board is live. */
  ranks_hash: z.nullable(z.string()),
  /** Until when players may dispute the final ranks; prizes are paid then. */
  review_until: z.nullable(timeField),
});

export const listTournaments = route({
  method: "GET",
  path: "/api/v1/tournaments",
  module: "tournaments",
  caller: "anyone",
  moves: "nothing",
  summary: "Tournaments by end, earliest first; with `status` only those of that status",
  query: z.object({ status: z.optional(z.enum(tournamentStatuses, "status_invalid")) }),
  output: dataOf(z.array(tournamentView)),
});

const oneTournament = z.object({ id: uuidField });

export const getTournament = route({
  method: "GET",
  path: "/api/v1/tournaments/:id",
  module: "tournaments",
  caller: "anyone",
  moves: "nothing",
  summary: "One tournament with the first hundred of its leaderboard",
  params: oneTournament,
  output: dataOf(
    z.extend(tournamentView, {
      leaderboard: z.array(standing),
      /** For a race: the next one after this; null where none is planned. */
      next: z.nullable(z.object({ id: uuidField, starts_at: timeField })),
    }),
  ),
});

export const getTournamentBoard = route({
  method: "GET",
  path: "/api/v1/tournaments/:id/board",
  module: "tournaments",
  caller: "anyone",
  moves: "nothing",
  summary:
    "The leaderboard: live, or final with its hash; signed in with the caller's own line. A score of `wagered` is real stakes times the rate at which the bets count towards a bonus",
  params: oneTournament,
  output: dataOf(board),
});

export const joinTournament = route({
  method: "POST",
  path: "/api/v1/tournaments/:id/join",
  module: "tournaments",
  caller: "player",
  moves: "nothing",
  summary: "Joins: rounds that end from now on count. A repeat changes nothing",
  params: oneTournament,
  status: 204,
  errors: [tournamentOver, tournamentOnBreak],
});

export const disputeText = z
  .string("text_invalid")
  .check(
    z.regex(/^[^\p{Cc}\p{Cf}\p{Co}\p{Cs}]*$/u, "text_invalid"),
    z.minLength(10, "text_too_short"),
    z.maxLength(1_000, "text_too_long"),
  );

export const disputeTournament = route({
  method: "POST",
  path: "/api/v1/tournaments/:id/dispute",
  module: "tournaments",
  caller: "player",
  moves: "nothing",
  summary: "Disputes the final ranks while they are under review, once; prizes wait until it is answered",
  params: oneTournament,
  body: z.object({ text: disputeText }),
  status: 204,
  errors: [disputeClosed, disputeRepeated],
});

export const tournamentChannel = channel({
  name: "tournament.board",
  module: "tournaments",
  caller: "anyone",
  summary: "The first hundred of one tournament's leaderboard, at most once a second",
  parameter: { name: "tournament", schema: uuidField },
  snapshot: z.object({ leaderboard: z.array(standing), players: z.int() }),
  events: {
    /** Places whose player changed, whole; of the others the scores that did, as place and score; `length`: how many lines there are now. */
    lines: z.object({
      lines: z.array(standing),
      scores: z.array(z.tuple([z.int(), z.string()])),
      length: z.int(),
      players: z.int(),
    }),
  },
});

export type TournamentView = z.output<typeof tournamentView>;
export type Tournament = z.output<typeof getTournament.output>["data"];
export type Standing = z.output<typeof standing>;
export type OwnStanding = z.output<typeof ownStanding>;
export type Board = z.output<typeof board>;
