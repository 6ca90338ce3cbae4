import { randomBytes } from "node:crypto";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { micros } from "#kit/money/amount.ts";
import { toHex } from "#kit/std/bytes.ts";
import { drawX, pointOf } from "#modules/games/crash/shared/rules.ts";
import { type DiceBet, drawRoll, payoutAt } from "#modules/games/dice/shared/rules.ts";
import { drawNumbers, hitsOf, type KenoBet, payoutAt as kenoPayout, risks } from "#modules/games/keno/shared/rules.ts";

/**
 * Random rounds as lines for the second verifier: dice, crash and keno in turn, settled with the house's own files. Inputs come
 * from the system's random source; a line holds all of them, so one that differs can be played again.
 */
export function* randomRounds(count: number): Generator<string> {
  for (let i = 0; i < count; i++) yield i % 3 === 0 ? diceLine() : i % 3 === 1 ? crashLine() : kenoLine();
}

const poolBytes = 1 << 20;
let pool = Buffer.alloc(0);

/** Random bytes out of a pool: asking the system for each round would take longer than the round. */
function take(count: number): Buffer {
  if (pool.length < count) pool = randomBytes(poolBytes);
  const taken = pool.subarray(0, count);
  pool = pool.subarray(count);
  return taken;
}

function diceLine(): string {
  const bytes = take(48);
  const [seed, client, nonce] = [
    bytes.subarray(0, 32),
    bytes.toString("base64url", 32, 40),
    bytes.readUInt32BE(40) >> 1,
  ];
  const roll = drawRoll(openStream(nobleHashes, seed, ["dice", client, nonce]));
  const winning = 1 + (bytes.readUInt16BE(44) % 9800);
  const bet: DiceBet =
    bytes[46] === undefined || bytes[46] < 128
      ? { direction: "over", target: 9999 - winning }
      : { direction: "under", target: winning };
  const stake = BigInt(1 + (bytes.readUInt32BE(44) % 1_000_000)) * 10_000n;
  const payout = payoutAt(bet, micros(stake), roll);
  return `dice ${toHex(seed)} ${client} ${nonce} ${bet.direction} ${bet.target} ${stake} = ${roll} ${payout}`;
}

function crashLine(): string {
  const bytes = take(68);
  const [link, salt, round] = [bytes.subarray(0, 32), toHex(bytes.subarray(32, 64)), bytes.readUInt32BE(64)];
  const x = drawX(openStream(nobleHashes, link, ["crash", round, salt]));
  return `crash ${toHex(link)} ${round} ${salt} = ${x} ${pointOf(x)}`;
}

function kenoLine(): string {
  const bytes = take(60);
  const [seed, client, nonce] = [
    bytes.subarray(0, 32),
    bytes.toString("base64url", 32, 40),
    bytes.readUInt32BE(40) >> 1,
  ];
  const drawn = drawNumbers(openStream(nobleHashes, seed, ["keno", client, nonce]));
  const picks = new Set<number>();
  for (const byte of bytes.subarray(44, 54)) picks.add(1 + (byte % 40));
  const bet: KenoBet = {
    risk: risks[bytes.readUInt8(54) % 4] ?? "classic",
    picks: [...picks].slice(0, 1 + (bytes.readUInt8(55) % 10)),
  };
  const stake = BigInt(1 + (bytes.readUInt32BE(56) % 1_000_000)) * 10_000n;
  const answer = `${drawn.join(" ")} ${hitsOf(bet.picks, drawn)} ${kenoPayout(bet, micros(stake), drawn)}`;
  return `keno ${toHex(seed)} ${client} ${nonce} ${bet.risk} ${bet.picks.join(",")} ${stake} = ${answer}`;
}
