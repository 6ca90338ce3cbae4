import { randomBytes } from "node:crypto";
import type { Db } from "#kit/db/db.ts";
import { walkDown } from "#kit/fair/chain.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { required } from "#kit/std/invariant.ts";
import { crashRules, drawPoint } from "#modules/games/crash/shared/rules.ts";
import type { Environment } from "./bench-app.ts";
import { benchChain, publishChain } from "./publish-chain.ts";

/** Hundredths of the first rounds' points, both included. */
export interface BenchPoints {
  readonly rounds: number;
  readonly lowest: number;
  readonly highest: number;
}

/** Flights of four to twelve seconds: long enough for all cash-outs, and over soon. */
const longPoints: BenchPoints = { rounds: 10, lowest: 125, highest: 200 };
/** Flights of at most five seconds, for a bench of bets alone. */
export const shortPoints: BenchPoints = { rounds: 8, lowest: 100, highest: 135 };

/** Publishes a chain whose first rounds end where the bench needs them, so that it has a round to measure at any time. */
export const publishBenchChain = (db: Db, environment: Environment, points = longPoints): Promise<void> =>
  publishChain(db, environment, { sequence: "crash", game: "crash", saltOf: secret => findSalt(secret, points) });

/** Tries salts until every one of the first rounds ends so: of the long ones, one in two hundred thousand does. */
function findSalt(secret: Uint8Array, { rounds: count, lowest, highest }: BenchPoints): string {
  const rounds = Array.from({ length: count }, (_, i) => i + 1);
  const links = rounds.map(round => walkDown(nobleHashes, secret, benchChain.length - round));
  for (;;) {
    const salt = randomBytes(32).toString("hex");
    const isRight = (round: number) => {
      const link = required(links[round - 1], "a link of the round");
      const point = drawPoint(crashRules.current, openStream(nobleHashes, link, ["crash", round, salt]));
      return point >= lowest && point <= highest;
    };
    if (rounds.every(isRight)) return salt;
  }
}
