import { createDb } from "#kit/db/create-db.ts";
import { killPoints } from "#kit/host/kill-points.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { createWallet } from "../server/create-wallet.ts";
import { endBetsAgain } from "./bonus-ends.ts";
import { testMarketSql } from "./test-markets.ts";
import { testPairs } from "./test-pairs.ts";
import { plainHost } from "./test-plain-host.ts";
import "#kit/testing/keep-compiled.ts";

/**
 * A server process that kills itself: `node kill-bonus-ends.ts <database> <failpoint:hits> <time> <player>...`. It settles, rolls back
 * and corrects the bets of players whose bonus has ended meanwhile; the last player's bets lose first.
 */
const [url = "", killAt = "", time = "", ...players] = process.argv.slice(2) as [string, string, string, ...PlayerId[]];
const plain = plainHost(createDb(url, { pool: 4 }));
const failpoints = killPoints(killAt, () => process.kill(process.pid, "SIGKILL"));
const clock = { ...plain.clock, now: () => Number(time) };
const host = { ...plain, clock, failpoints };
const wallet = createWallet(host, { pairs: testPairs(host.db), markets: testMarketSql });
await Promise.all(players.map((player, index) => endBetsAgain(wallet, player, index === players.length - 1)));
process.exit(0);
