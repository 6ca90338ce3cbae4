import { nobleHashes } from "#kit/fair/noble.ts";
import { toHex } from "#kit/std/bytes.ts";
import { fastChance } from "#studio/engine/shared/chance.ts";
import { casinoAnswer, listedStake, playSeeds, type SpinResult } from "#studio/engine/shared/spin.ts";
import { currencies, type SlotGame } from "#studio/engine/shared/types.ts";
import type { SpinRecord } from "#studio/engine/shared/verify.ts";

/** Golden rounds: full records that every verifier must agree with for ever. */
export interface Vectors {
  readonly about: string;
  readonly rounds: readonly SpinRecord[];
}

const about =
  "Golden rounds: seed and casino_seed decide every draw; stakes and payouts in major units. `maths` is left empty: the file is the same under every build.";

/** Writes records of seeded rounds, those with features and large wins among them. */
export function makeVectors(game: SlotGame): Vectors {
  const chance = fastChance(20_261_123);
  const bytes = (length: number) => Uint8Array.from({ length }, () => chance.below(256));
  const rounds: SpinRecord[] = [];
  for (const mode of Object.keys(game.modes)) {
    const [seed, casinoSeed] = [bytes(32), bytes(32)];
    const wanted = { any: mode === "base" ? 16 : 3, feature: mode === "base" ? 4 : 0 };
    for (let nonce = 0; nonce < 3000 && wanted.any + wanted.feature > 0; nonce++) {
      const record = recordOf(game, { mode, seed, casinoSeed, nonce });
      const isFeature = record.events.some(({ type }) => type === "feature") && wanted.feature > 0;
      const kind = isFeature ? "feature" : "any";
      if (wanted[kind] === 0) continue;
      wanted[kind] -= 1;
      rounds.push(record);
    }
  }
  return { about, rounds };
}

interface VectorSeeds {
  readonly mode: string;
  readonly seed: Uint8Array;
  readonly casinoSeed: Uint8Array;
  readonly nonce: number;
}

/** The record of one round, its stake and currency taken from the nonce. */
export function recordOf(game: SlotGame, { mode, seed, casinoSeed, nonce }: VectorSeeds): SpinRecord {
  const currency = currencies[nonce % currencies.length] ?? "USD";
  const stake = game.stakes[currency][nonce % game.stakes[currency].length] ?? "";
  const clientSeed = `golden_${nonce}`;
  const answer = casinoAnswer(nobleHashes, casinoSeed, game.slug, nonce);
  const input = { game, mode, currency, stake: listedStake(game, currency, stake) ?? 0n };
  const result = playSeeds(nobleHashes, input, { seed, clientSeed, nonce, answer });
  return {
    version: "fairhouse-1",
    casino: "fairhouse",
    player: "p_golden",
    game: game.slug,
    maths: "",
    mode,
    round: `00000000-0000-4000-8000-${String(nonce).padStart(12, "0")}`,
    nonce,
    seed_hash: toHex(nobleHashes.sha256(seed)),
    casino_seed_hash: toHex(nobleHashes.sha256(casinoSeed)),
    client_seed: clientSeed,
    answer,
    currency,
    stake,
    choices: [],
    ...outcomeOf(result),
    seed: toHex(seed),
    casino_seed: toHex(casinoSeed),
  };
}

function outcomeOf({ draws, events, multiple, capped, payout, potHit }: SpinResult) {
  const fraction = (payout % 1_000_000n).toString().padStart(6, "0").replace(/0+$/, "");
  const amount = `${payout / 1_000_000n}${fraction ? `.${fraction}` : ""}`;
  return { draws, events, multiple, capped, payout: amount, ...(potHit && { pot_hit: true }) };
}
