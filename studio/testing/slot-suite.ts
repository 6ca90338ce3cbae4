import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { parPage } from "#studio/engine/par/page.ts";
import { inProject, mathsHash, pagePath, slotFolder } from "#studio/engine/par/source.ts";
import { objections, prove, quickSeconds, readProof, readRules, type StoredProof } from "#studio/engine/par/stored.ts";
import type { ModeFigures } from "#studio/engine/proof/figures.ts";
import { simulate } from "#studio/engine/proof/simulate.ts";
import { fastChance } from "#studio/engine/shared/chance.ts";
import { listedStake, playSpin } from "#studio/engine/shared/spin.ts";
import { currencies, languages, type SlotGame } from "#studio/engine/shared/types.ts";
import { verifySpin } from "#studio/engine/shared/verify.ts";
import type { Vectors } from "./vectors.ts";

export interface SlotSuite {
  /** Rounds of the simulation in a test run, over all modes; `npm run par <slug> -- --spins=1e8` plays more. */
  readonly simulated?: number;
}

/**
 * What every slot must show. A proof that is stored for other maths is made again here, however long it takes: a strip with one stop
 * changed has other figures, and fails.
 */
export function describeSlot(game: SlotGame, { simulated = 100_000 }: SlotSuite = {}): void {
  describe(game.slug, () => {
    let stored: StoredProof;
    let fresh: StoredProof;
    beforeAll(async () => {
      const found = readProof(game.slug);
      if (!found) throw new Error(`${game.slug} has no stored proof: npm run par ${game.slug}`);
      stored = found;
      const isCurrent = stored.hash === mathsHash(game.slug) && stored.seconds >= quickSeconds;
      fresh = isCurrent ? stored : await prove(game, () => performance.now());
    }, 600_000);

    test("returns, hits and reaches its maximum as it states", () => {
      expect(objections(game, fresh)).toEqual([]);
    });
    test("has the figures that are stored", () => {
      expect(closeTo(fresh.modes)).toEqual(closeTo(stored.modes));
    });
    test("prints the PAR sheet that is in docs", () => {
      expect(readFileSync(inProject(pagePath(game.slug)), "utf8")).toBe(parPage(game, stored, readRules(game.slug)));
    });
    test("returns in simulation what was proven", () => {
      const rounds = Math.floor(simulated / stored.modes.length);
      for (const figures of stored.modes) {
        const { rtpZ, hitZ } = simulate(game, figures, rounds, 7);
        expect(Math.abs(rtpZ), `${figures.mode} return`).toBeLessThanOrEqual(3.5);
        expect(Math.abs(hitZ), `${figures.mode} hits`).toBeLessThanOrEqual(3.5);
      }
    });
    test("replays its golden rounds to the last event and micro-unit", () => {
      const path = inProject(`${slotFolder(game.slug)}/vectors.json`);
      const { rounds } = JSON.parse(readFileSync(path, "utf8")) as Vectors;
      expect(rounds.length).toBeGreaterThanOrEqual(15);
      for (const record of rounds) {
        const differing = verifySpin(game, record).filter(({ state }) => state !== "equal" && state !== "computed");
        expect(differing, `nonce ${record.nonce}`).toEqual([]);
      }
    });
    test("loses nothing to rounding at any stake it lists", () => {
      for (const currency of currencies) {
        for (const text of game.stakes[currency]) {
          const stake = listedStake(game, currency, text) ?? 0n;
          expect(stake > 0n && stake % BigInt(game.units) === 0n, `${text} ${currency}`).toBe(true);
        }
      }
    });
    test("reports wins that add up to what it pays", () => {
      const chance = fastChance(11);
      const input = { game, currency: "USD", stake: 100_000n, chance } as const;
      for (let spin = 0; spin < 2000; spin++) {
        const mode = Object.keys(game.modes)[spin % 2] ?? "base";
        const { events, capped } = playSpin({ ...input, mode });
        const total = events.at(-1);
        const won = events.reduce((sum, event) => sum + (event.type === "win" ? event.units : 0), 0);
        if (total?.type !== "total") throw new Error("a round ends with its total");
        if (!capped) expect(total.units).toBe(won);
        else expect(won).toBeGreaterThan(total.units);
      }
    });
    test("names every symbol once, in each language, with a letter that its reels carry", () => {
      const letters = game.symbols.map(({ letter }) => letter);
      expect(new Set(letters).size).toBe(letters.length);
      expect(new Set(game.symbols.map(({ name }) => name)).size).toBe(letters.length);
      for (const { titles } of [game, ...game.symbols])
        for (const language of languages) expect(titles[language]).toBeTruthy();
      for (const strip of Object.values(game.strips).flat()) {
        for (const letter of strip) expect(letters).toContain(letter);
      }
    });
  });
}

/** Figures to nine digits: the transform's rounding differs between processors. */
function closeTo(modes: readonly ModeFigures[]): unknown {
  return JSON.parse(
    JSON.stringify(modes, (_, value: unknown) =>
      typeof value === "number" ? Number((Math.abs(value) < 1e-10 ? 0 : value).toPrecision(9)) : value,
    ),
  );
}
