import { fsyncSync, openSync, writeSync } from "node:fs";
import { createDb } from "#kit/db/create-db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { createWallet } from "../server/create-wallet.ts";
import { keyOf, roundBet, roundEnd } from "./test-bets.ts";
import { testPairs } from "./test-pairs.ts";
import { plainHost } from "./test-plain-host.ts";
import "#kit/testing/keep-compiled.ts";

/**
 * A server process that is killed: `node kill-rounds.ts <database> <journal> <player>...`. Each player plays rounds of two
 * steps, one after another; every response goes to the journal, on disk before anything else. It kills itself during a response:
 * what was acknowledged by then must be in the books, and nothing that was not sent yet may be.
 */
const [url = "", journalPath = "", ...players] = process.argv.slice(2) as [string, string, ...PlayerId[]];
const db = createDb(url, { pool: 4 });
const wallet = createWallet(plainHost(db), { pairs: testPairs(db) });
const journal = openSync(journalPath, "a");
const endsToLive = 60;
let ends = 0;

function note(word: string, player: PlayerId, n: number, amount: bigint): void {
  writeSync(journal, `${word} ${player} ${n} ${amount}\n`);
  fsyncSync(journal);
  if (word === "ended" && ++ends === endsToLive) process.kill(process.pid, "SIGKILL");
}

await Promise.all(
  players.map(async player => {
    for (let n = 1; ; n++) {
      await wallet.place(roundBet(player, n, 10n));
      note("ok", player, n, 0n);
      for (const step of [1, 2]) {
        const round = required(await wallet.openRound(player, "miner"), "the round just begun");
        await wallet.step({ round, key: keyOf(10 * n + step), choice: { tile: step }, shown: { mine: false } });
        note("ok", player, n, BigInt(step));
      }
      const round = required(await wallet.openRound(player, "miner"), "the round just stepped");
      await wallet.finish(roundEnd(round, n % 3 === 0 ? 25n : 0n, { key: keyOf(10 * n + 9) }));
      note("ended", player, n, n % 3 === 0 ? 25n : 0n);
    }
  }),
);
