import { expect } from "vitest";
import type { Micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import {
  type Owner,
  openedBy,
  sharedRoundScenario,
} from "#modules/engines/shared-rounds/testing/test-shared-rounds.ts";
import type { WalletModel } from "#modules/wallet/testing/model.ts";
import { createRoulette } from "../server/index.ts";
import { drawPocket, rouletteRules } from "../shared/rules.ts";
import { createMemoryRouletteStore } from "./memory-store.ts";

/** Scenarios of the shared table: numbers chosen by the scenario. */

/** What a drain gives a spin. */
export const drainMs = 60_000;

export const bets = "POST /api/v1/games/roulette/bets";
export const spins = "POST /api/v1/games/roulette/spins";

/** A word that draws this pocket. */
function wordFor(pocket: number): bigint {
  const word = (BigInt(pocket) * (1n << 64n)) / 37n + (1n << 40n);
  expect(drawPocket(rouletteRules.current, { next: () => word, position: 0, blocks: [] })).toBe(pocket);
  return word;
}

interface Options {
  readonly wrap?: (wallet: WalletModel) => WalletModel;
  readonly bankroll?: Micros;
  /** What each new owner runs under. */
  readonly versions?: () => typeof rouletteRules;
}

/** Spins with the given pockets, then 7 for ever. */
export function testSpins(
  pockets: readonly number[] = [],
  { wrap, bankroll, versions = () => rouletteRules }: Options = {},
) {
  return sharedRoundScenario({
    game: "roulette",
    sequence: "roulette-1",
    wrap,
    bankroll,
    wordOf: round => wordFor(pockets[round - 1] ?? 7),
    store: createMemoryRouletteStore,
    create: (host, needs) => createRoulette(host, { ...needs, drainMs }, versions()),
  });
}

export const opened = (...given: Parameters<typeof testSpins>) => openedBy(testSpins(...given));

/** `{red: "10"}` as the call takes it. */
export const spread = (stakes: Readonly<Record<string, string>>) => ({
  chips: Object.entries(stakes).map(([spot, stake]) => ({ spot, stake })),
});

/** Lays chips that must be accepted; returns the bet's id. */
export async function laid(owner: Owner, player: PlayerId, stakes: Readonly<Record<string, string>>): Promise<string> {
  const answer = await owner.call(bets, player, spread(stakes));
  expect(answer).toMatchObject({ status: 201, body: { data: { status: "open", payout: "0" } } });
  return answer.body.data.id;
}
