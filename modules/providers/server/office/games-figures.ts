import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { RouteInput, RouteOutput } from "#kit/contract/route.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { daysOf } from "#modules/bets/server/index.ts";
import { measuredReturn } from "#modules/bets/shared/measured-return.ts";
import {
  type KindRounds,
  openRoundsByGame,
  type ProviderGameName,
  type RoundReturn,
  roundDaysCountedAt,
  roundsByCurrency,
  roundsByDay,
  roundsByKind,
  voidedByOperators,
} from "#modules/wallet/server/index.ts";
import type * as contract from "../../office/games-contract.ts";
import { hasTooManyVoids } from "../../shared/bounds.ts";
import type { Provider, ProviderGame, Registry } from "../registry.ts";
import { statedReturn } from "../watch-rounds.ts";

export interface GamesOfficeNeeds {
  readonly host: Host;
  readonly people: Pick<Accounts["people"], "of" | "testPlayers">;
  readonly registry: Pick<Registry, "all" | "bySlug">;
}

export interface FoundGame {
  readonly provider: Provider;
  readonly game: ProviderGame;
}

type Query = RouteInput<typeof contract.readGamesOfProviders>["query"];

/** Fails with `not_found`. */
export function gameNamed({ registry }: GamesOfficeNeeds, names: { provider: string; slug: string }): FoundGame {
  const provider = registry.bySlug(names.provider) ?? fail(notFound);
  return { provider, game: provider.games.get(names.slug) ?? fail(notFound) };
}

const nameOf = ({ provider, game }: FoundGame): ProviderGameName => ({ game: provider.account, slug: game.slug });

/** Games of providers with what was counted of them in the period; returns only if `isShown`. */
export async function readGames(
  { host, people }: GamesOfficeNeeds,
  games: readonly FoundGame[],
  query: Query,
  isShown: boolean,
): Promise<RouteOutput<typeof contract.readGamesOfProviders>["data"]> {
  const { from, to } = daysOf(query, host.clock.now());
  const withTests = query.tests === "with";
  const [only] = games.length === 1 ? games : [];
  return host.db.tx(
    async tx => {
      const except: readonly PlayerId[] = withTests ? [] : await people.testPlayers(tx);
      const which = { from, to, withTests, ...(only && { of: nameOf(only) }) };
      const counted = await roundsByKind(tx, which);
      const voided = await voidedByOperators(tx, which);
      const open = await openRoundsByGame(tx, except);
      const at = await roundDaysCountedAt(tx);
      return {
        from,
        to,
        at: at?.toISOString() ?? null,
        games: games.map(each => {
          const isOf = ({ game, slug }: ProviderGameName) => game === each.provider.account && slug === each.game.slug;
          const around = { open: open.find(isOf)?.open ?? 0, voided: voided.find(isOf)?.rounds ?? 0, isShown };
          return gameView(each, counted.filter(isOf), around);
        }),
      };
    },
    { isolation: "repeatable read", readOnly: true },
  );
}

interface AroundGame {
  readonly open: number;
  /** Of the void rounds those that operators voided. */
  readonly voided: number;
  readonly isShown: boolean;
}

function gameView({ provider, game }: FoundGame, kinds: readonly KindRounds[], { open, voided, isShown }: AroundGame) {
  const { title, kind } = game.manifest;
  const rounds = kinds.reduce((sum, each) => sum + each.rounds, 0);
  const voids = kinds.reduce((sum, each) => sum + each.voids, 0);
  return {
    provider: provider.slug,
    slug: game.slug,
    title,
    kind,
    rounds,
    voids,
    has_too_many_voids: hasTooManyVoids(rounds + voids, voids - voided),
    open,
    kinds: kinds.map(each => ({
      kind: each.kind,
      stated: statedReturn(game, each.kind) ?? null,
      rounds: each.rounds,
      voids: each.voids,
      return: isShown ? returnView(each.returned) : null,
    })),
  };
}

/** One game by currency and kind of bet, and by day. */
export async function readFigures(
  { host }: GamesOfficeNeeds,
  found: FoundGame,
  query: Query,
): Promise<RouteOutput<typeof contract.readProviderGameFigures>["data"]> {
  const { from, to } = daysOf(query, host.clock.now());
  const which = { of: nameOf(found), from, to, withTests: query.tests === "with" };
  const currencies = await roundsByCurrency(host.db, which);
  const days = await roundsByDay(host.db, which);
  return {
    from,
    to,
    currencies: currencies.map(each => ({
      currency: each.currency,
      kind: each.kind,
      stated: statedReturn(found.game, each.kind) ?? null,
      rounds: each.rounds,
      voids: each.voids,
      stake: formatAmount(each.stakes),
      win: formatAmount(each.wins),
      jackpot: formatAmount(each.pots),
      return: returnView(each.returned),
    })),
    days: days.map(({ day, returned }) => ({
      day,
      mean: (returned.mean * 100).toFixed(2),
      return: returnView(returned),
    })),
  };
}

const returnView = ({ rounds, mean, deviation }: RoundReturn) => ({
  bets: rounds,
  result: measuredReturn(rounds, mean, deviation),
});
