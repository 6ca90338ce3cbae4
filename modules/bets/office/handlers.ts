import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { gameDetails, gameRow } from "../server/office/game-row.ts";
import { listGameBets, officeBet } from "../server/office/list-bets.ts";
import { listGameRounds } from "../server/office/list-rounds.ts";
import type { BetsOfficeNeeds, RegisteredGame } from "../server/office/needs.ts";
import { aboutFigures, readFigures } from "../server/office/read-figures.ts";
import * as contract from "./contract.ts";

/** Our own games with their rounds and bets. They are only read here. */
export function betsOfficeHandlers(needs: BetsOfficeNeeds): readonly Handler[] {
  const { registered } = needs.bets;
  const gameNamed = (name: string): RegisteredGame => registered.get(name) ?? fail(notFound);
  return [
    handle(contract.readPlayedGames, async ({ operator, input: { query } }) => {
      const games = [...registered.values()];
      const figures = await readFigures(needs, {
        games,
        from: query.from,
        to: query.to,
        days: query.days,
        tests: query.tests,
        currency: query.currency,
      });
      const isShown = operator.permissions.has("bets.figures.read");
      const rows = await Promise.all(games.map(each => gameRow(needs, figures, each, isShown)));
      return { data: { ...aboutFigures(figures), games: rows } };
    }),
    handle(contract.readPlayedGame, async ({ operator, input: { params, query } }) => {
      const game = gameNamed(params.game);
      const figures = await readFigures(needs, {
        games: [game],
        from: query.from,
        to: query.to,
        days: query.days,
        tests: query.tests,
        currency: query.currency,
      });
      const isShown = operator.permissions.has("bets.figures.read");
      const details = isShown
        ? await gameDetails(needs, figures, game)
        : { currencies: null, versions: null, days: null };
      return { data: { ...aboutFigures(figures), ...details, game: await gameRow(needs, figures, game, isShown) } };
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
