import { simulate } from "./simulate/run.ts";

/**
 * `npm run simulate -- --seeds=2000` plays so many seeds, from `--from` on; `--seed=17` one, and tells what happened.
 * Ends with 1 at the first seed that shows something wrong, and says how to play it again.
 */
function numberOf(name: string, fallback: number): number {
  const text = process.argv.find(argument => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
  return text === undefined ? fallback : Number(text);
}

const one = numberOf("seed", 0);
const from = one || numberOf("from", 1);
const seeds = one ? 1 : numberOf("seeds", 2000);
const players = numberOf("players", 4);
const actions = numberOf("actions", 6);
let [bets, killed] = [0, 0];
const begin = performance.now();
for (let seed = from; seed < from + seeds; seed++) {
  try {
    const result = await simulate(seed, { players, actions });
    bets += result.bets;
    killed += result.killed;
    if (one) for (const line of result.story) console.log(line);
  } catch (error) {
    console.error(error);
    console.error(
      `\nSeed ${seed} shows it. Play it again: npm run simulate -- --seed=${seed} --players=${players} --actions=${actions}`,
    );
    process.exit(1);
  }
}
const seconds = ((performance.now() - begin) / 1000).toFixed(1);
console.log(
  `${seeds} seeds, ${bets} bets, ${killed} processes killed, ${seconds} s: the books were right after every step.`,
);
