import { createDb } from "#kit/db/create-db.ts";
import { killPoints } from "#kit/host/kill-points.ts";
import { systemClock } from "#kit/host/system.ts";
import { countReturns } from "../server/returned-shares.ts";
import "#kit/testing/keep-compiled.ts";

/** `node kill-count.ts <database>`: counts returns, and exits in the second transaction right before its commit. */
const failpoints = killPoints("wallet.returns.counted:2", () => process.kill(process.pid, "SIGKILL"));
const db = createDb(process.argv[2] ?? "", { pool: 1 });
await countReturns({ db, clock: systemClock, failpoints }, []);
