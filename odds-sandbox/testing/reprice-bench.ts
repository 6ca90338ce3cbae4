import { linesAtScore, openingLines } from "../model/goals/lines.ts";
import { beforeKickOff } from "../model/goals/match.ts";
import { FootballBook } from "../model/goals/outcomes.ts";
import { priceMarket } from "../model/price.ts";
import { drawnMatch } from "./matches.ts";

/** Football matches repriced a second on one core, each with every market of a top league. `node odds-sandbox/testing/reprice-bench.ts` */
const matches = Array.from({ length: 300 }, (_, number) => drawnMatch(number));
let markets = 0;
let events = 0;

function reprice(seconds: number): void {
  for (const match of matches) {
    const state = Object.assign({}, beforeKickOff, { seconds });
    const book = new FootballBook(match, state);
    const lines = openingLines(match).concat(linesAtScore(state.goals, match));
    for (const line of lines) markets += priceMarket(line, book.outcomes(line)).outcomes.length > 0 ? 1 : 0;
    events++;
  }
}

reprice(0);
markets = 0;
events = 0;
const start = process.cpuUsage();
for (let seconds = 1; seconds <= 10; seconds++) reprice(seconds * 60);
const { user, system } = process.cpuUsage(start);
const cpuSeconds = (user + system) / 1e6;
const rate = Math.round(events / cpuSeconds);
process.stdout.write(`${rate} events a second of processor time, ${Math.round(markets / events)} open markets each\n`);
