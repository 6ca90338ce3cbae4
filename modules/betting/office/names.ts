import { showDecimal } from "#kit/i18n/numbers.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type MarketTexts, marketName, outcomeName } from "#modules/odds/shared/market-names.ts";
import { pageLanguage } from "#modules/operators/office/language.ts";
import type { TradedNames } from "./fields.ts";

interface Line {
  readonly kind: string;
  readonly spec: string;
}

/** Names of markets and outcomes in the page's language. */
export function useMarketNames() {
  const { t } = useTranslation("odds");
  const texts = t as unknown as MarketTexts;
  const sidesOf = ({ sport, home, away, entrants }: TradedNames) => ({
    sport,
    home,
    away,
    entrant: (id: string) => entrants[id] ?? id,
  });
  const decimal = (text: string) => showDecimal(text, pageLanguage());
  const lineOf = ({ spec }: Line) => {
    const value = /(?:total|hcp)=(-?[\d.]+)/.exec(spec)?.[1];
    return value === undefined ? "" : ` ${decimal(value)}`;
  };
  return {
    market: (names: TradedNames, line: Line) => `${marketName(texts, sidesOf(names), line)}${lineOf(line)}`,
    outcome: (names: TradedNames, line: Line, id: string) => outcomeName(texts, sidesOf(names), line, id, decimal),
  };
}
