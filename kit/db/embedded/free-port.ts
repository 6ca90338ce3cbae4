import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below those that systems give to outgoing connections (32768 and above on Linux): none of these takes it between the search and its use. */
const lowest = 15_000;
const highest = 32_000;
const tries = 100;

/** A free port of the loopback address. */
export async function freePort(): Promise<number> {
  for (let n = 0; n < tries; n++) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port found between ${lowest} and ${highest} in ${tries} tries`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
