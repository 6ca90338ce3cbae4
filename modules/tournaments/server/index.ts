import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import { type Accounts, playedBy } from "#modules/accounts/server/index.ts";
import manifest from "../module.ts";
import { getTournament, listTournaments, type Tournament, type TournamentView } from "../shared/contract.ts";
import { scoresOf, tournamentOf, tournamentsBy } from "./store.ts";

/** Tournaments and their leaderboards. There are none yet: the tables are empty until there is one. */
export function createTournaments(
  host: Host,
  { accounts }: { accounts: Pick<Accounts, "publicProfiles"> },
): ServerModule {
  const now = () => new Date(host.clock.now());

  async function leaderboardOf({ id, scoring }: TournamentView): Promise<Tournament["leaderboard"]> {
    const scores = await scoresOf(host.db, id);
    const publicProfiles = await accounts.publicProfiles(scores.map(({ playerId }) => playerId));
    return scores.map(({ playerId, score }, index) => {
      const { face, test } = playedBy(publicProfiles.get(playerId));
      return {
        place: index + 1,
        player: face,
        test,
        score: shownScore(scoring, score),
      };
    });
  }

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    handlers: [
      handle(listTournaments, async ({ locale, input }) => ({
        data: await tournamentsBy(host.db, { locale, now: now() }, input.query.status ?? null),
      })),
      handle(getTournament, async ({ locale, input }) => {
        const found = (await tournamentOf(host.db, { locale, now: now() }, input.params.id)) ?? fail(notFound);
        return { data: { ...found, leaderboard: await leaderboardOf(found) } };
      }),
    ],
  };
}

/** Money and multipliers as decimals, points whole. */
function shownScore(scoring: TournamentView["scoring"], score: bigint): string {
  if (scoring === "wagered") return formatAmount(micros(score));
  if (scoring === "multiplier") return `${score / 10_000n}.${`${score % 10_000n}`.padStart(4, "0")}`;
  return `${score}`;
}
