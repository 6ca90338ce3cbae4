import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { benchPayouts } from "./betting/arithmetic.ts";
import { benchFeed } from "./betting/feed.ts";
import { benchPages } from "./betting/pages.ts";
import { benchCashOuts, benchProvider } from "./betting/pricing.ts";
import { benchRecovery } from "./betting/recovery.ts";
import { benchSettlement } from "./betting/settlement.ts";
import { benchSilence } from "./betting/silence.ts";
import { benchSlips } from "./betting/slips.ts";
import { benchSockets } from "./betting/sockets.ts";

const argument = (name: string) => process.argv.find(each => each.startsWith(`--${name}=`))?.slice(name.length + 3);

interface Sizes {
  /** How long one figure is measured. */
  readonly seconds: number;
  readonly players: readonly number[];
  readonly slips: number;
  readonly sockets: number;
}

type Part = (sizes: Sizes) => readonly BenchRow[] | Promise<readonly BenchRow[]>;

const parts: Readonly<Record<string, Part>> = {
  arithmetic: ({ seconds }) => [...benchPayouts(seconds), ...benchCashOuts(seconds), benchProvider(seconds)],
  slips: ({ seconds, players }) => benchSlips(seconds, players),
  settlement: ({ slips }) => benchSettlement(slips),
  feed: ({ seconds }) => benchFeed(Math.ceil(seconds)),
  sockets: ({ seconds, sockets }) => benchSockets(Math.ceil(seconds), sockets),
  recovery: benchRecovery,
  silence: benchSilence,
  pages: ({ seconds }) => benchPages(seconds),
};

/**
 * The sportsbook's figures, each compared with its baseline in the same run, the books audited after each. `--players=64,256,1024` and
 * `--slips=100000` are the full sizes; without them 64 players and 2,000 slips. `--parts=slips,feed` measures only these.
 */
export const benchBetting: BenchSuite = async ({ seconds }) => {
  const sizes: Sizes = {
    seconds: Math.max(seconds / 6, 1),
    players: (argument("players") ?? "64").split(",").map(Number),
    slips: Number(argument("slips") ?? 2_000),
    sockets: Number(argument("sockets") ?? 1_000),
  };
  const rows: BenchRow[] = [];
  for (const name of argument("parts")?.split(",") ?? Object.keys(parts)) {
    const part = parts[name];
    if (!part) throw new Error(`There is no part "${name}"; there are: ${Object.keys(parts).join(", ")}.`);
    rows.push(...(await part(sizes)));
  }
  return rows;
};
