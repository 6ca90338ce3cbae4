import type { Ratio } from "#kit/money/amount.ts";
import type { Json } from "#kit/std/json.ts";

/** What a bet returns of its stake on average; undefined where it is not stated: then it loses nothing on average. */
export type ReturnedOf = (bet: {
  readonly game: string;
  readonly rulesVersion: string;
  readonly choice: Json;
}) => Ratio | undefined;

/** Choices that are cached: most bets repeat one. */
const most = 20_000;

/** `returnedOf` by the stored text of the choice, cached. A bet that cannot be read is reported, and loses nothing on average. */
export function rememberReturns(returnedOf: ReturnedOf, report: (error: unknown, bet: string) => void) {
  const known = new Map<string, Ratio | undefined>();
  return (game: string, rulesVersion: string, choice: string): Ratio | undefined => {
    const key = `${game}\n${rulesVersion}\n${choice}`;
    if (known.has(key)) return known.get(key);
    if (known.size >= most) known.clear();
    const returned = read(game, rulesVersion, choice);
    known.set(key, returned);
    return returned;
  };

  function read(game: string, rulesVersion: string, choice: string): Ratio | undefined {
    try {
      return returnedOf({ game, rulesVersion, choice: JSON.parse(choice) as Json });
    } catch (error) {
      report(error, `${game} under ${rulesVersion}`);
      return undefined;
    }
  }
}
