import { randomBytes } from "node:crypto";
import type { Db } from "#kit/db/db.ts";
import { walkDown } from "#kit/fair/chain.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { required } from "#kit/std/invariant.ts";
import { crashRules, drawPoint } from "#modules/games/crash/shared/rules.ts";
import type { Environment } from "./bench-app.ts";
import { benchChain, publishChain } from "./publish-chain.ts";

/** A round the bench waits for: long enough for all cash-outs, and over soon. */
const points = { lowest: 125, highest: 200 };
const rounds = Array.from({ length: 10 }, (_, i) => i + 1);

/** Publishes a chain whose first rounds fly for four to twelve seconds, so that the bench has a round to measure at any time. */
export const publishBenchChain = (db: Db, environment: Environment): Promise<void> =>
  publishChain(db, environment, { sequence: "crash", game: "crash", saltOf: findSalt });

/** Tries salts until every one of the first rounds ends where the benchmark needs it: one in two hundred thousand does. */
function findSalt(secret: Uint8Array): string {
  const links = rounds.map(round => walkDown(nobleHashes, secret, benchChain.length - round));
  for (;;) {
    const salt = randomBytes(32).toString("hex");
    const isRight = (round: number) => {
      const link = required(links[round - 1], "a link of the round");
      const point = drawPoint(crashRules.current, openStream(nobleHashes, link, ["crash", round, salt]));
      return point >= points.lowest && point <= points.highest;
    };
    if (rounds.every(isRight)) return salt;
  }
}
