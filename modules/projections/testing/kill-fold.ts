import { createDb } from "#kit/db/create-db.ts";
import { killPoints } from "#kit/host/kill-points.ts";
import { fold } from "../server/fold.ts";
import { readRuns } from "../server/generations.ts";
import "#kit/testing/keep-compiled.ts";

/** `node kill-fold.ts <database> <failpoint>:<hit>`: folds all wallets, and is killed at this hit of the failpoint. */
const [database = "", spec = ""] = process.argv.slice(2);
const failpoints = killPoints(spec, () => process.kill(process.pid, "SIGKILL"));
const db = createDb(database, { pool: 1 });
const { live } = await readRuns(db);
await fold({ host: { db, failpoints }, returnedOf: () => undefined, testPlayers: async () => [] }, live);
