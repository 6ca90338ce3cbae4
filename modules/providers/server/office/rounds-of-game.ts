import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { RouteInput, RouteOutput } from "#kit/contract/route.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type PlayerId, parseUuid } from "#kit/std/brand.ts";
import { namesOf } from "#modules/accounts/server/index.ts";
import { daysOf } from "#modules/bets/server/index.ts";
import { readRoundsOfGame } from "#modules/wallet/server/index.ts";
import type * as contract from "../../office/games-contract.ts";
import { storedRecords } from "../list-rounds.ts";
import type { FoundGame, GamesOfficeNeeds } from "./games-figures.ts";

const pageSize = 25;

/** A page of a game's rounds, newest first. Those of test accounts are left out unless the call asks for them or for one player. */
export async function listRoundsOfGame(
  { host, people }: GamesOfficeNeeds,
  { provider, game }: FoundGame,
  query: RouteInput<typeof contract.readRoundsOfProvider>["query"],
): Promise<RouteOutput<typeof contract.readRoundsOfProvider>["data"]> {
  const { begins, ends } = daysOf(query, host.clock.now());
  const rows = await readRoundsOfGame(host.db, {
    game: provider.account,
    slug: game.slug,
    state: query.state ?? "ended",
    from: begins,
    to: ends,
    except: query.tests === "with" ? [] : await people.testPlayers(host.db),
    limit: pageSize + 1,
    ...(query.player !== undefined && { player: query.player as PlayerId }),
    ...(query.cursor !== undefined && { after: positionOf(query.cursor) }),
  });
  const page = rows.slice(0, pageSize);
  const nameOf = await namesOf(
    { people },
    page.map(({ player }) => player),
  );
  const proofs = await storedRecords({ host }, page);
  const last = rows.length > pageSize ? page.at(-1) : undefined;
  return {
    items: page.map(round => ({
      id: round.key,
      player: nameOf(round.player),
      currency: round.currency,
      bets: round.bets.length,
      stake: formatAmount(round.staked),
      win: formatAmount(round.won),
      jackpot: formatAmount(round.potWon),
      state: round.status,
      has_proof: proofs.has(round.key),
      started_at: round.openedAt.toISOString(),
      ended_at: round.closedAt?.toISOString() ?? null,
    })),
    next_cursor: last ? `${last.player}.${last.key}` : null,
  };
}

function positionOf(cursor: string) {
  const [player, round] = cursor.split(".").map(parseUuid);
  if (!player || !round) return fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  return { player: player as string as PlayerId, round };
}
