import { randomBytes } from "node:crypto";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { micros, payoutOf } from "#kit/money/amount.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import {
  payoutAt as casesPayout,
  casesRules,
  drawTickets,
  priceOf,
  prizeAt,
} from "#modules/games/cases/shared/rules.ts";
import { coinflipRules, drawSides, multiplierAfter, type Side } from "#modules/games/coinflip/shared/rules.ts";
import { crashRules, drawX, pointOf } from "#modules/games/crash/shared/rules.ts";
import { type DiceBet, diceRules, drawRoll, payoutAt } from "#modules/games/dice/shared/rules.ts";
import {
  choices,
  drawCards,
  type HiloChoiceName,
  multiplierOf as hiloMultiplier,
  hiloRules,
} from "#modules/games/hilo/shared/rules.ts";
import { endsOf as hiloEnds, playOf as hiloPlay } from "#modules/games/hilo/shared/verify.ts";
import {
  drawNumbers,
  hitsOf,
  type KenoBet,
  payoutAt as kenoPayout,
  kenoRules,
  risks,
} from "#modules/games/keno/shared/rules.ts";
import {
  drawX as drawLimbo,
  payoutAt as limboPayout,
  resultOf as limboResult,
  limboRules,
} from "#modules/games/limbo/shared/rules.ts";
import { drawMines, multiplierAt as minerMultiplier, minerRules } from "#modules/games/miner/shared/rules.ts";
import { endsOf as minerEnds } from "#modules/games/miner/shared/verify.ts";
import {
  drawPath,
  type PlinkoBet,
  pathText,
  payoutAt as plinkoPayout,
  risks as plinkoRisks,
  plinkoRules,
  slotOf,
} from "#modules/games/plinko/shared/rules.ts";
import { spots } from "#modules/games/roulette/shared/cloth.ts";
import {
  drawPocket,
  inClothOrder,
  payoutAt as roulettePayout,
  rouletteRules,
} from "#modules/games/roulette/shared/rules.ts";
import { type ChainedEntry, textOf } from "#modules/jackpots/shared/entry-text.ts";
import { isHit, sharesOf } from "#modules/jackpots/shared/rules.ts";
import { streamName } from "#modules/jackpots/shared/verify.ts";
import { drawTicket, prizeIn, prizeOf, wheelConfiguration } from "#modules/wheel/shared/rules.ts";

/**
 * Random rounds as lines for the second verifier: of every game in turn, settled with the server's own files. Inputs come
 * from the system's random source; a line contains all of them, so a difference can be reproduced.
 */
export function* randomRounds(count: number): Generator<string> {
  const games = [
    diceLine,
    crashLine,
    limboLine,
    plinkoLine,
    kenoLine,
    minerLine,
    hiloLine,
    casesLine,
    coinflipLine,
    rouletteLine,
    rouletteTableLine,
    wheelLine,
    jackpotLine,
  ];
  for (let i = 0; i < count; i++) yield required(games[i % games.length], "a game")();
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
  const [seed, client, nonce] = seedsOf(bytes);
  const roll = drawRoll(diceRules.current, openStream(nobleHashes, seed, ["dice", client, nonce]));
  const winning = 1 + (bytes.readUInt16BE(44) % 9800);
  const bet: DiceBet =
    bytes[46] === undefined || bytes[46] < 128
      ? { direction: "over", target: 9999 - winning }
      : { direction: "under", target: winning };
  const stake = BigInt(1 + (bytes.readUInt32BE(44) % 1_000_000)) * 10_000n;
  const payout = payoutAt(diceRules.current, bet, micros(stake), roll);
  return `dice ${toHex(seed)} ${client} ${nonce} ${bet.direction} ${bet.target} ${stake} = ${roll} ${payout}`;
}

function limboLine(): string {
  const bytes = take(52);
  const [seed, client, nonce] = seedsOf(bytes);
  const x = drawLimbo(limboRules.current, openStream(nobleHashes, seed, ["limbo", client, nonce]));
  const result = limboResult(limboRules.current, x);
  const target = 101 + (bytes.readUInt32BE(44) % (bytes.readUInt8(44) < 128 ? 1_000 : 99_999_900));
  const stake = BigInt(1 + (bytes.readUInt32BE(48) % 1_000_000)) * 10_000n;
  const payout = limboPayout(target, micros(stake), result);
  return `limbo ${toHex(seed)} ${client} ${nonce} ${target} ${stake} = ${x} ${result} ${payout}`;
}

function plinkoLine(): string {
  const bytes = take(52);
  const [seed, client, nonce] = seedsOf(bytes);
  const bet: PlinkoBet = {
    rows: 8 + (bytes.readUInt8(44) % 9),
    risk: plinkoRisks[bytes.readUInt8(45) % plinkoRisks.length] ?? "low",
  };
  const path = pathText(drawPath(openStream(nobleHashes, seed, ["plinko", client, nonce]), bet.rows), bet.rows);
  const stake = BigInt(1 + (bytes.readUInt32BE(46) % 1_000_000)) * 10_000n;
  const answer = `${path} ${slotOf(path)} ${plinkoPayout(plinkoRules.current, bet, micros(stake), slotOf(path))}`;
  return `plinko ${toHex(seed)} ${client} ${nonce} ${bet.rows} ${bet.risk} ${stake} = ${answer}`;
}

function crashLine(): string {
  const bytes = take(68);
  const [link, salt, round] = [bytes.subarray(0, 32), toHex(bytes.subarray(32, 64)), bytes.readUInt32BE(64)];
  const x = drawX(crashRules.current, openStream(nobleHashes, link, ["crash", round, salt]));
  return `crash ${toHex(link)} ${round} ${salt} = ${x} ${pointOf(crashRules.current, x)}`;
}

function minerLine(): string {
  const bytes = take(80);
  const [seed, client, nonce] = [
    bytes.subarray(0, 32),
    bytes.toString("base64url", 32, 40),
    bytes.readUInt32BE(40) >> 1,
  ];
  const mines = 1 + (bytes.readUInt8(44) % 24);
  const board = drawMines(minerRules.current, openStream(nobleHashes, seed, ["miner", client, nonce]), mines);
  const tiles: number[] = [];
  for (const byte of bytes.subarray(45, 45 + Math.min(25 - mines, 1 + (byte0(bytes) % 8)))) {
    // A round ends with its first mine.
    if (!tiles.includes(byte % 25) && !tiles.some(tile => board.includes(tile))) tiles.push(byte % 25);
  }
  const stake = micros(BigInt(1 + (bytes.readUInt32BE(76) % 100_000)) * 10_000n);
  const end = required(minerEnds(tiles, board)[0], "a round that can be played ends");
  const payout = end === "lost" ? 0n : payoutOf(stake, minerMultiplier(minerRules.current, mines, tiles.length));
  return `miner ${toHex(seed)} ${client} ${nonce} ${mines} ${tiles.join(",")} ${stake} = ${board.join(" ")} ${end} ${payout}`;
}

const byte0 = (bytes: Buffer): number => bytes.readUInt8(75);

function hiloLine(): string {
  const bytes = take(64);
  const [seed, client, nonce] = [
    bytes.subarray(0, 32),
    bytes.toString("base64url", 32, 40),
    bytes.readUInt32BE(40) >> 1,
  ];
  const all = drawCards(openStream(nobleHashes, seed, ["hilo", client, nonce]), 13);
  const chosen: HiloChoiceName[] = [];
  for (const byte of bytes.subarray(44, 45 + (bytes.readUInt8(59) % 12))) {
    // A round ends with its first wrong guess.
    if (hiloEnds(chosen, all)[0] !== "lost") chosen.push(required(choices[byte % choices.length], "a choice"));
  }
  const cards = all.slice(0, chosen.length + 1);
  const stake = micros(BigInt(1 + (bytes.readUInt32BE(60) % 100_000)) * 10_000n);
  const end = required(hiloEnds(chosen, cards)[0], "a round that can be played ends");
  const paid = end === "refunded" ? stake : payoutOf(stake, hiloMultiplier(hiloRules.current, hiloPlay(chosen, cards)));
  return `hilo ${toHex(seed)} ${client} ${nonce} ${chosen.join(",")} ${stake} = ${cards.join(" ")} ${end} ${end === "lost" ? 0n : paid}`;
}

function kenoLine(): string {
  const bytes = take(60);
  const [seed, client, nonce] = seedsOf(bytes);
  const drawn = drawNumbers(kenoRules.current, openStream(nobleHashes, seed, ["keno", client, nonce]));
  const picks = new Set<number>();
  for (const byte of bytes.subarray(44, 54)) picks.add(1 + (byte % 40));
  const bet: KenoBet = {
    risk: risks[bytes.readUInt8(54) % 4] ?? "classic",
    picks: [...picks].slice(0, 1 + (bytes.readUInt8(55) % 10)),
  };
  const stake = BigInt(1 + (bytes.readUInt32BE(56) % 1_000_000)) * 10_000n;
  const answer = `${drawn.join(" ")} ${hitsOf(bet.picks, drawn)} ${kenoPayout(kenoRules.current, bet, micros(stake), drawn)}`;
  return `keno ${toHex(seed)} ${client} ${nonce} ${bet.risk} ${bet.picks.join(",")} ${stake} = ${answer}`;
}

function rouletteLine(): string {
  const bytes = take(64);
  const [seed, client, nonce] = seedsOf(bytes);
  const pocket = drawPocket(rouletteRules.current, openStream(nobleHashes, seed, ["roulette", client, nonce]));
  const laid = new Map<string, bigint>();
  for (let i = 44; i <= 44 + (bytes.readUInt8(63) % 6) * 3; i += 3) {
    const spot = spots[bytes.readUInt8(i) % spots.length]?.id ?? "red";
    laid.set(spot, BigInt(1 + bytes.readUInt16BE(i + 1)) * 10_000n);
  }
  const chips = inClothOrder([...laid].map(([spot, stake]) => ({ spot, stake: micros(stake) })));
  const chipList = chips.map(({ spot, stake }) => `${spot}:${stake}`).join(",");
  return `roulette ${toHex(seed)} ${client} ${nonce} ${chipList} = ${pocket} ${roulettePayout(rouletteRules.current, chips, pocket)}`;
}

function rouletteTableLine(): string {
  const bytes = take(68);
  const [link, salt, round] = [bytes.subarray(0, 32), toHex(bytes.subarray(32, 64)), bytes.readUInt32BE(64)];
  const pocket = drawPocket(rouletteRules.current, openStream(nobleHashes, link, ["roulette-1", round, salt]));
  return `roulette-1 ${toHex(link)} ${round} ${salt} = ${pocket}`;
}

function casesLine(): string {
  const bytes = take(48);
  const [seed, client, nonce] = seedsOf(bytes);
  const { cases, most_at_once: mostAtOnce } = casesRules.current;
  const opened = required(cases[bytes.readUInt8(44) % cases.length], "a case");
  const count = 1 + (bytes.readUInt8(45) % mostAtOnce);
  const price = priceOf(opened, required(currencyCodes[bytes.readUInt8(46) % currencyCodes.length], "a currency"));
  const drawn = drawTickets(casesRules.current, openStream(nobleHashes, seed, ["cases", client, nonce]), count);
  const multiples = drawn.map(ticket => prizeAt(opened, ticket).multiple);
  const answer = `${drawn.join(" ")} ${multiples.join(" ")} ${casesPayout(opened, price, drawn)}`;
  return `cases ${toHex(seed)} ${client} ${nonce} ${opened.slug} ${count} ${price} = ${answer}`;
}

function wheelLine(): string {
  const bytes = take(48);
  const [seed, client, day] = seedsOf(bytes);
  const currency = required(currencyCodes[bytes.readUInt8(44) % currencyCodes.length], "a currency");
  const ticket = drawTicket(openStream(nobleHashes, seed, ["wheel", client, day]));
  const prize = prizeOf(wheelConfiguration, ticket);
  return `wheel ${toHex(seed)} ${client} ${day} ${currency} = ${ticket} ${prize.of} ${prizeIn(wheelConfiguration, currency, prize)}`;
}

function jackpotLine(): string {
  const bytes = take(72);
  const [seed, client, nonce] = seedsOf(bytes);
  const before = bytes.readBigUInt64BE(44) % 10n ** 12n;
  const isRandom = bytes.readUInt8(52) < 128;
  const entry: ChainedEntry = {
    jackpot: "00000000-0000-4000-8000-000000000001",
    pot: 1n,
    number: 1n,
    kind: isRandom ? "random" : "must_hit_by",
    // Of one in about ten entries the pot is nearly full.
    limit: before + 1n + (BigInt(bytes.readUInt32BE(54)) >> BigInt(bytes.readUInt8(53) % 32)),
    before,
    stake: 1n + BigInt(bytes.readUInt32BE(58)),
    rate: 1n + BigInt(bytes.readUInt16BE(62)),
    rests: { share: BigInt(bytes.readUInt32BE(64) % 1_000_000), reserve: BigInt(bytes.readUInt8(68) % 10) },
  };
  const { share, reserve } = sharesOf(entry);
  const word = openStream(nobleHashes, seed, [streamName, client, nonce]).next();
  const answer = `${word} ${share} ${reserve} ${isHit(entry, share, word) ? "won" : "not-won"}`;
  return `jackpots ${toHex(seed)} ${client} ${nonce} ${textOf(entry)} = ${answer}`;
}

function coinflipLine(): string {
  const bytes = take(52);
  const [seed, client, nonce] = seedsOf(bytes);
  const flips = 1 + (bytes.readUInt8(44) % coinflipRules.current.most_flips);
  const landed = drawSides(openStream(nobleHashes, seed, ["coinflip", client, nonce]), flips);
  // Half of the ladders are right all along, the others end with a wrong call.
  const wrong = bytes.readUInt8(45) % 2 === 0 ? flips - 1 : flips;
  const called = landed.map((side, index) => (index === wrong ? otherSide(side) : side));
  const stake = micros(BigInt(1 + (bytes.readUInt32BE(46) % 1_000_000)) * 10_000n);
  const payout = wrong < flips ? 0n : payoutOf(stake, multiplierAfter(coinflipRules.current, flips));
  const draws = landed.map(side => (side === "heads" ? 0 : 1)).join(" ");
  return `coinflip ${toHex(seed)} ${client} ${nonce} ${flips} ${called.join(",")} ${stake} = ${draws} ${payout}`;
}

const otherSide = (side: Side): Side => (side === "heads" ? "tails" : "heads");

/** Server seed, client seed and nonce from 44 random bytes. */
function seedsOf(bytes: Buffer): [seed: Buffer, client: string, nonce: number] {
  return [bytes.subarray(0, 32), bytes.toString("base64url", 32, 40), bytes.readUInt32BE(40) >> 1];
}
