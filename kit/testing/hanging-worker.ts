import { createDb } from "#kit/db/create-db.ts";
import { systemClock } from "#kit/host/system.ts";
import { createJobs } from "#kit/jobs/worker.ts";
import { required } from "#kit/std/invariant.ts";
import { quietLog } from "#kit/testing/quiet.ts";

/** A process that takes the job `count`, prints that it has, and never ends it: a test kills it. */
const url = required(process.argv[2], "the database's address is the argument");
const host = { db: createDb(url), clock: systemClock, log: quietLog };
const run = () => {
  process.stdout.write("taken\n");
  return new Promise<void>(() => undefined);
};
await createJobs(host, url, [{ name: "count", run }]).start();
