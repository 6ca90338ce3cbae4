import * as z from "zod/mini";
import { currencyField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";

export const tournamentStatuses = ["upcoming", "active", "finished"] as const;
export type TournamentStatus = (typeof tournamentStatuses)[number];

export const tournamentView = z.object({
  id: uuidField,
  /** In the caller's language. */
  title: z.string(),
  status: z.enum(tournamentStatuses),
  /** The score: the sum of stakes, the largest multiplier, or points. */
  scoring: z.enum(["wagered", "multiplier", "points"]),
  /** Games that count; empty for all. */
  games: z.array(z.string()),
  currency: currencyField,
  /** Prize of each place, from the first. */
  prizes: z.array(moneyField),
  starts_at: timeField,
  ends_at: timeField,
});

export const standing = z.object({
  place: z.number(),
  /** Null if the player is hidden. */
  player: z.nullable(z.object({ name: z.string(), avatar: z.string() })),
  test: z.boolean(),
  score: z.string(),
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

export const getTournament = route({
  method: "GET",
  path: "/api/v1/tournaments/:id",
  module: "tournaments",
  caller: "anyone",
  moves: "nothing",
  summary: "One tournament with the first hundred of its leaderboard",
  params: z.object({ id: uuidField }),
  output: dataOf(z.extend(tournamentView, { leaderboard: z.array(standing) })),
});

export type TournamentView = z.output<typeof tournamentView>;
export type Tournament = z.output<typeof getTournament.output>["data"];
