import type { Hashes } from "#kit/fair/hashes.ts";
import { openStream, type WordStream } from "#kit/fair/stream.ts";
import { ascii, toHex } from "#kit/std/bytes.ts";
import { invariant } from "#kit/std/invariant.ts";
import { type Chance, fairChance } from "./chance.ts";
import type { Currency, Draw, Round, SlotGame, SlotMode, SpinEvent } from "./types.ts";

/** A multiple of the base stake, exact and in lowest terms. */
export interface Multiple {
  readonly numerator: number;
  readonly denominator: number;
}

export interface SpinResult {
  readonly draws: readonly Draw[];
  readonly events: readonly SpinEvent[];
  readonly multiple: Multiple;
  /** Whether the game's maximum cut the win. */
  readonly capped: boolean;
  /** Whether the pot was hit; its sum is the casino's to tell. */
  readonly potHit: boolean;
  /** Micro-units: the price of the mode times the stake. */
  readonly cost: bigint;
  /** Micro-units: `floor(stake * multiple)`. A pot is not in it. */
  readonly payout: bigint;
}

export interface SpinInput {
  readonly game: SlotGame;
  readonly mode: string;
  readonly currency: Currency;
  /** Micro-units of the base game: what the multiple is of, also when a feature is bought or a round is free. */
  readonly stake: bigint;
  readonly chance: Chance;
}

/** What decides a round: the studio's seed, the player's, and the casino's word on this bet. */
export interface SpinSeeds {
  /** 32 bytes. */
  readonly seed: Uint8Array;
  readonly clientSeed: string;
  readonly nonce: number;
  /** 16 bytes in hex, which came with the casino's `ok`. */
  readonly answer: string;
}

/** The words of a spin, scheme `fairhouse-1`, context `{slug}:{client seed}:{nonce}:{answer}`. */
export function spinWords(hashes: Hashes, slug: string, { seed, clientSeed, nonce, answer }: SpinSeeds): WordStream {
  invariant(/^[0-9a-f]{32}$/.test(answer), "an answer is 16 bytes in lower-case hex");
  return openStream(hashes, seed, [slug, clientSeed, nonce, answer]);
}

/** A casino's answer to a bet: the first 16 bytes of HMAC-SHA256(its seed, `fwp-1:{slug}:{nonce}`), in hex. */
export function casinoAnswer(hashes: Hashes, casinoSeed: Uint8Array, slug: string, nonce: number): string {
  return toHex(
    hashes
      .hmacSha256(casinoSeed)(ascii(`fwp-1:${slug}:${nonce}`))
      .slice(0, 16),
  );
}

/** Plays one round. Pure: equal words give an equal result for ever. */
export function playSpin({ game, mode, currency, stake, chance }: SpinInput): SpinResult {
  const price = modeOf(game, mode).price;
  const draws: Draw[] = [];
  const events: SpinEvent[] = [];
  const round: Round = {
    draw(name, range) {
      const value = chance.below(range);
      draws.push({ name, range, value });
      return value;
    },
    show: event => void events.push(event),
    stakeSteps: stakeSteps(game, currency, stake),
    potHit: false,
    featured: false,
  };
  const { units, capped } = settle(game, game.play(round, mode));
  events.push({ type: "total", units, capped });
  return {
    draws,
    events,
    multiple: reduced(units, game.units),
    capped,
    potHit: round.potHit,
    cost: stake * BigInt(price),
    payout: (stake * BigInt(units)) / BigInt(game.units),
  };
}

/** Plays the round of these seeds. */
export function playSeeds(hashes: Hashes, input: Omit<SpinInput, "chance">, seeds: SpinSeeds): SpinResult {
  return playSpin({ ...input, chance: fairChance(spinWords(hashes, input.game.slug, seeds)) });
}

/** A round for simulation: no record, the same function. Returns units after the cap. */
export function simulateSpin(game: SlotGame, mode: string, round: Round): number {
  const won = game.play(round, mode);
  const most = game.maxWin * game.units;
  return won < most ? won : most;
}

export function modeOf(game: SlotGame, mode: string): SlotMode {
  const found = Object.hasOwn(game.modes, mode) ? game.modes[mode] : undefined;
  invariant(found, `${game.slug} has no mode ${mode}`);
  return found;
}

/** The stake of a listed text in micro-units; undefined when the game does not list it. */
export function listedStake(game: SlotGame, currency: Currency, text: string): bigint | undefined {
  return game.stakes[currency].includes(text) ? microsOf(text) : undefined;
}

function settle(game: SlotGame, won: number): { units: number; capped: boolean } {
  invariant(Number.isSafeInteger(won) && won >= 0, `${game.slug} won ${won} units`);
  const most = game.maxWin * game.units;
  return won > most ? { units: most, capped: true } : { units: won, capped: false };
}

function stakeSteps(game: SlotGame, currency: Currency, stake: bigint): number {
  const [smallest] = game.stakes[currency];
  invariant(smallest !== undefined, `${game.slug} has no stake in ${currency}`);
  const step = microsOf(smallest);
  invariant(stake > 0n && stake % step === 0n, `a stake of ${game.slug} is a multiple of its smallest one`);
  return Number(stake / step);
}

function microsOf(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, "0"));
}

function reduced(numerator: number, denominator: number): Multiple {
  let [a, b] = [numerator, denominator];
  while (b !== 0) [a, b] = [b, a % b];
  return { numerator: numerator / a, denominator: denominator / a };
}
