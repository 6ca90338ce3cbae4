import { writeSync } from "node:fs";
import { createDb } from "#kit/db/create-db.ts";
import { killPoints } from "#kit/host/kill-points.ts";
import { systemClock } from "#kit/host/system.ts";
import { createTournaments } from "#modules/tournaments/server/index.ts";
import { createWallet } from "#modules/wallet/server/index.ts";
import { testPairs } from "#modules/wallet/testing/test-pairs.ts";
import { plainHost } from "#modules/wallet/testing/test-plain-host.ts";
import { botFacts } from "./bots.ts";
import "#kit/testing/keep-compiled.ts";

/** A server process that ends tournaments, and that is killed: its parent names the failpoint, and how far its clock is ahead. */

export interface Order {
  readonly work: "fold" | "advance";
  /** Milliseconds. */
  readonly ahead: number;
}

const db = createDb(process.env.DATABASE_URL ?? "", { pool: 4, statementTimeoutMs: 0 });
let ahead = 0;
const host = {
  ...plainHost(db),
  clock: { ...systemClock, now: () => systemClock.now() + ahead },
  failpoints: killPoints(process.env.KILL_AT ?? "", name => {
    writeSync(1, `${name}\n`);
    process.kill(process.pid, "SIGKILL");
  }),
};
const tournaments = createTournaments(host, {
  accounts: { publicProfiles: async () => new Map() } as never,
  approvals: { register: () => undefined, ask: () => Promise.reject(new Error("nothing is asked for here")) },
  audit: { record: async () => undefined } as never,
  facts: botFacts,
  notices: { give: async () => undefined },
  projections: { onFolded: () => undefined },
  wallet: createWallet(host, { pairs: testPairs(db) }),
});

process.on("message", async ({ work, ahead: by }: Order) => {
  ahead = by;
  try {
    if (work === "fold") await tournaments.foldNow();
    else await tournaments.advance();
    process.send?.({});
  } catch (error) {
    process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
process.once("disconnect", () => process.exit(0));
process.send?.("ready");
