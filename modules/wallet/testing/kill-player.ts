import { fsyncSync, openSync, writeSync } from "node:fs";
import { createDb } from "#kit/db/create-db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { createWallet } from "../server/create-wallet.ts";
import { diceBet } from "./test-bets.ts";
import { testPairs } from "./test-pairs.ts";
import { plainHost } from "./test-plain-host.ts";
import "#kit/testing/keep-compiled.ts";

/**
 * A server process that a test kills: `node kill-player.ts <database> <journal> <player>...`. Each player bets in a
 * closed loop; before a bet is sent and after it is answered a line goes to the journal, on disk before anything else.
 * A bet that got `unavailable` is retried under its key until it has a result.
 */
const [url = "", journalPath = "", ...players] = process.argv.slice(2) as [string, string, ...PlayerId[]];
const db = createDb(url, { pool: 4 });
const host = plainHost(db);
const wallet = createWallet(host, { pairs: testPairs(db) });
const journal = openSync(journalPath, "a");

function note(...words: readonly (string | number | bigint)[]): void {
  writeSync(journal, `${words.join(" ")}\n`);
  fsyncSync(journal);
}

async function answered(player: PlayerId, n: number): Promise<bigint> {
  for (;;) {
    try {
      const answer = await wallet.place(diceBet(player, n, 10n, n % 3 === 0 ? 25n : 0n));
      if (answer.kind === "accepted") return answer.bet.balanceAfter;
      throw new Error(`refused: ${answer.reason}`);
    } catch {
      note("unknown", player, n);
      await new Promise<void>(resolve => host.clock.after(50, resolve));
    }
  }
}

await Promise.all(
  players.map(async player => {
    for (let n = 1; ; n++) {
      note("sent", player, n);
      note("ok", player, n, await answered(player, n));
    }
  }),
);
