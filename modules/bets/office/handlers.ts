import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { gameDetails, gameRow } from "../server/office/game-row.ts";
import { listGameBets, officeBet } from "../server/office/list-bets.ts";
import { listGameRounds } from "../server/office/list-rounds.ts";
import type { BetsOfficeNeeds, RegisteredGame } from "../server/office/needs.ts";
import { aboutFigures, type FiguresQuery, readFigures } from "../server/office/read-figures.ts";
import * as contract from "./contract.ts";

/** Our own games with their rounds and bets. They are only read here. */
export function betsOfficeHandlers(needs: BetsOfficeNeeds): readonly Handler[] {
  const { registered } = needs.bets;
  const gameNamed = (name: string): RegisteredGame => registered.get(name) ?? fail(notFound);
  const figuresOf = (games: readonly RegisteredGame[], { from, to, days, tests, currency }: FiguresQuery) =>
    readFigures(needs, { games, from, to, days, tests, currency });
  return [
    handle(contract.readPlayedGames, async ({ operator, input: { query } }) => {
      const games = [...registered.values()];
      const figures = await figuresOf(games, query);
      const isShown = operator.permissions.has("bets.figures.read");
      const rows = await Promise.all(games.map(each => gameRow(needs, figures, each, isShown)));
      return { data: { ...aboutFigures(figures), games: rows } };
    }),
    handle(contract.readPlayedGame, async ({ operator, input: { params, query } }) => {
      const own = gameNamed(params.game);
      const figures = await figuresOf([own], query);
      const game = await gameRow(needs, figures, own, operator.permissions.has("bets.figures.read"));
      return { data: { ...aboutFigures(figures), game } };
    }),
    handle(contract.readGameFigures, async ({ input: { params, query } }) => {
      const own = gameNamed(params.game);
      const figures = await figuresOf([own], query);
      const { from, to } = figures.period;
      return { data: { from, to, ...(await gameDetails(needs, figures, own)) } };
    }),
    handle(contract.readGameBets, async ({ input: { params, query } }) => ({
      data: await listGameBets(needs, gameNamed(params.game).game, query),
    })),
    handle(contract.readGameRounds, async ({ input: { params, query } }) => ({
      data: await listGameRounds(needs, gameNamed(params.game), query),
    })),
    handle(contract.readOfficeBet, async ({ input: { params } }) => ({ data: await officeBet(needs, params.id) })),
  ];
}
