import type { RouteOutput } from "#kit/contract/route.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import type { readGameFigures, readPlayedGame } from "../../office/contract.ts";
import { countGameRounds } from "./game-rounds.ts";
import type { BetsOfficeNeeds, RegisteredGame } from "./needs.ts";
import { currentReturn, daysView, type Figures, moneyView, returnView, turnoverOf } from "./read-figures.ts";

type Game = RouteOutput<typeof readPlayedGame>["data"]["game"];
type Details = Omit<RouteOutput<typeof readGameFigures>["data"], "from" | "to">;

/** A game in the list of games; its figures only if `isShown`. */
export async function gameRow(
  { host, gameRounds }: BetsOfficeNeeds,
  figures: Figures,
  own: RegisteredGame,
  isShown: boolean,
): Promise<Game> {
  const { game, rulesVersion, designed, stakes } = own;
  const table = gameRounds.get(game);
  const rounds = table && (await countGameRounds(host.db, table, figures.period.begins, figures.period.ends));
  const { bets, voided, money } = turnoverOf(figures, game);
  const lastAt = rounds ? rounds.lastAt : figures.lastBets.get(game);
  return {
    game,
    rules_version: rulesVersion,
    designed: String(designed),
    stakes: currencyCodes.map(currency => ({
      currency,
      min: formatAmount(stakes[currency].min),
      max: formatAmount(stakes[currency].max),
    })),
    bets,
    voided_bets: voided,
    open_bets: figures.openBets.get(game) ?? 0,
    rounds: rounds ? { open: rounds.open, voided: rounds.voided } : null,
    last_at: lastAt?.toISOString() ?? null,
    figures: isShown ? { money, return: currentReturn(figures, own) } : null,
  };
}

/** The figures of one game by currency, version and day. */
export async function gameDetails(
  needs: BetsOfficeNeeds,
  figures: Figures,
  { game, rulesVersion, designed }: RegisteredGame,
): Promise<Details> {
  return {
    currencies: figures.turnover.map(each => ({
      currency: each.currency,
      bets: each.bets,
      voided_bets: each.voided,
      money: moneyView(each.stakes, each.payouts, each.refunded),
    })),
    versions: figures.versions.map(each => ({
      rules_version: each.rulesVersion,
      designed: each.rulesVersion === rulesVersion ? String(designed) : null,
      return: returnView(each),
    })),
    days: await daysView(needs, figures, game),
  };
}
