import { fsyncSync, openSync, writeSync } from "node:fs";
import { createDb } from "#kit/db/create-db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { createWallet } from "../server/create-wallet.ts";
import { keyOf } from "./test-bets.ts";
import { testMarketSql } from "./test-markets.ts";
import { testPairs } from "./test-pairs.ts";
import { plainHost } from "./test-plain-host.ts";
import { cashedOut, settled, slipOn } from "./test-slips.ts";
import "#kit/testing/keep-compiled.ts";

/**
 * A server process that kills itself: `node kill-slips.ts <database> <journal> <failpoint> <hits> <first> <player>...`. Each player places
 * slips, cashes half of them out, settles them and corrects that, in a closed loop; what was acknowledged is in the journal, on disk
 * before anything else.
 */
const [url = "", path = "", failpoint = "", hits = "", first = "", ...players] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  ...PlayerId[],
];
const plain = plainHost(createDb(url, { pool: 4 }));
let left = Number(hits);
const failpoints = {
  ...plain.failpoints,
  hit(name: string) {
    if (name !== failpoint) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, "SIGKILL");
  },
};
const host = { ...plain, failpoints };
const wallet = createWallet(host, { pairs: testPairs(host.db), markets: testMarketSql });
const journal = openSync(path, "a");

function note(...words: readonly (string | number)[]): void {
  writeSync(journal, `${words.join(" ")}\n`);
  fsyncSync(journal);
}

await Promise.all(
  players.map(async player => {
    for (let n = Number(first); ; n += 1) {
      const placed = await wallet.placeSlip(slipOn(player, n, 10n, [1 + (n % 3), 4]));
      if (placed.kind !== "accepted") throw new Error(`refused: ${placed.reason}`);
      note("placed", player, n);
      const results = [cashedOut(4n, 5n), settled(12n), settled(0n), settled(12n)];
      for (const [after, result] of results.entries()) {
        const id = keyOf(n * 16 + after + 1);
        const [made] = await wallet.reviseSlips(player, [{ slip: keyOf(n), after, id, cause: null, result }]);
        if (made?.kind !== "revised") throw new Error(`refused: ${made?.reason}`);
        note("revised", player, n, after + 1);
      }
    }
  }),
);
