import { micros } from "#kit/money/amount.ts";
import { cashOutOffer, exactReturn, priceRatio } from "#modules/betting/shared/slip-payout.ts";
import { meanFactor } from "#modules/betting/shared/slip-value.ts";
import { combinationsOf, type Shape, type SlipKind, shapeOf } from "#modules/betting/shared/systems.ts";
import { linesAtScore, openingLines } from "#odds-sandbox/model/goals/lines.ts";
import { beforeKickOff } from "#odds-sandbox/model/goals/match.ts";
import { FootballBook } from "#odds-sandbox/model/goals/outcomes.ts";
import { priceMarket } from "#odds-sandbox/model/price.ts";
import { drawnMatch } from "#odds-sandbox/testing/matches.ts";
import type { BenchRow } from "../bench-suite.ts";

const prices = [1200, 1350, 1500, 1720, 1900, 2050, 2400, 3100];
const slips: readonly { readonly slip: string; readonly kind: SlipKind; readonly legs: number }[] = [
  { slip: "single", kind: "single", legs: 1 },
  { slip: "five legs", kind: "accumulator", legs: 5 },
  { slip: "Goliath", kind: "goliath", legs: 8 },
];

/** Offers of open slips a second, from the chances of their legs. */
export function benchCashOuts(seconds: number): readonly BenchRow[] {
  return slips.map(({ slip, kind, legs }) => {
    const shape = shapeOf({ kind, bankers: Array.from({ length: legs }, () => false) }) as Shape;
    const stake = micros(10_000n * BigInt(combinationsOf(shape)));
    const open = prices
      .slice(0, legs)
      .map(price => ({ price, chances: { win: 950 / price, half_win: 0, refund: 0, half_lose: 0 } }));
    const most = exactReturn({ shape, stake, factors: open.map(({ price }) => priceRatio(price)) });
    const possible = micros(most.numerator / most.denominator);
    const measured = perSecond(seconds, () =>
      cashOutOffer(exactReturn({ shape, stake, factors: open.map(meanFactor) }), possible),
    );
    return { figure: `cash-out values/s, ${slip}`, measured, baseline: "-", times: "-", note: "" };
  });
}

/** Football matches that the provider reprices a second of processor time, with every market of a top league. */
export function benchProvider(seconds: number): BenchRow {
  const matches = Array.from({ length: 20 }, (_, number) => drawnMatch(number));
  const began = process.cpuUsage();
  const end = performance.now() + seconds * 1000;
  let [events, markets, minute] = [0, 0, 0];
  while (performance.now() < end) {
    minute = (minute + 1) % 80;
    for (const match of matches) {
      const state = Object.assign({}, beforeKickOff, { seconds: minute * 60 });
      const book = new FootballBook(match, state);
      for (const line of openingLines(match).concat(linesAtScore(state.goals, match)))
        markets += priceMarket(line, book.outcomes(line)).outcomes.length > 0 ? 1 : 0;
      events += 1;
    }
  }
  const { user, system } = process.cpuUsage(began);
  const measured = Math.round(events / ((user + system) / 1e6));
  return {
    figure: "provider, matches repriced a second of one core",
    measured,
    baseline: "-",
    times: "-",
    note: `${Math.round(markets / events)} open markets each`,
  };
}

function perSecond(seconds: number, work: () => unknown): number {
  const started = performance.now();
  const end = started + seconds * 1000;
  let done = 0;
  for (; performance.now() < end; done += 100) for (let each = 0; each < 100; each += 1) work();
  return Math.round((done * 1000) / (performance.now() - started));
}
