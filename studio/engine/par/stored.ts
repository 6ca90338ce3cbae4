import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { figuresOf, type ModeFigures, type SlotProof } from "#studio/engine/proof/figures.ts";
import type { SlotGame } from "#studio/engine/shared/types.ts";
import { type Payout, payoutsOf } from "./payouts.ts";
import { inProject, mathsHash, proofPath, rulesPath } from "./source.ts";

/** The result of a proof with the hash of what it proves. */
export interface StoredProof {
  readonly hash: string;
  /** How long it took where it was stored. */
  readonly seconds: number;
  readonly modes: readonly ModeFigures[];
  /** Every payout of the base game, where there are few. */
  readonly payouts?: readonly Payout[];
}

/** A stored proof older than the maths, or quicker than this, is computed again by the tests. */
export const quickSeconds = 5;

export function readProof(slug: string): StoredProof | undefined {
  const path = inProject(proofPath(slug));
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as StoredProof) : undefined;
}

/** How a round of the game is played, in words. */
export const readRules = (slug: string): string => readFileSync(inProject(rulesPath(slug)), "utf8");

export async function prove(game: SlotGame, now: () => number): Promise<StoredProof> {
  const { proof } = (await import(`#studio/slots/${game.slug}/proof.ts`)) as { readonly proof: SlotProof };
  const began = now();
  const proofs = proof();
  const modes = Object.entries(proofs).map(([mode, result]) => rounded(figuresOf(game, mode, result)));
  const payouts = payoutsOf(game, proofs.base);
  const seconds = Math.ceil((now() - began) / 1000);
  return { hash: mathsHash(game.slug), seconds, modes, ...(payouts && { payouts }) };
}

export function storeProof(slug: string, proof: StoredProof): void {
  writeFileSync(inProject(proofPath(slug)), `${JSON.stringify(proof, null, 2)}\n`);
}

/** Twelve digits: what every machine agrees on. */
function rounded<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === "number" ? Number(inner.toPrecision(12)) : inner)),
  ) as T;
}

/** The proof of the game as it is. Without one of these maths, or with figures that are not the stated ones, the game is not published. */
export function publishedProof(
  game: SlotGame,
  stored = readProof(game.slug),
  hash = mathsHash(game.slug),
): StoredProof {
  const wrong = stored?.hash === hash ? objections(game, stored) : ["its maths are not those that were proven"];
  if (stored === undefined || wrong.length > 0)
    throw new Error(`${game.slug} is not published: ${wrong.join("; ")} (npm run par ${game.slug})`);
  return stored;
}

/** What keeps a game from being published, as sentences. */
export function objections(game: SlotGame, proof: StoredProof): readonly string[] {
  const stated = Object.keys(game.modes).filter(mode => !proof.modes.some(figures => figures.mode === mode));
  const base = proof.modes.find(({ mode }) => mode === "base");
  const potShare = (game.pot?.contribution ?? 0) / 100 + (game.pot?.reserve ?? 0) / 100;
  const off = (a: number, b: number, by: number) => Math.abs(a - b) > by + 1e-9;
  const wrong = proof.modes.flatMap(({ mode, rtp }) => {
    const percent = rtp * 100;
    const said = Number(game.modes[mode]?.rtp);
    return [
      ...(off(percent, said, 0.05) ? [`${mode} returns ${percent.toFixed(4)} %, stated ${said} %`] : []),
      ...(percent + potShare < 94 || percent + potShare > 98
        ? [`${mode} returns ${percent.toFixed(2)} %, outside 94 to 98`]
        : []),
      ...(off(percent, (base?.rtp ?? 0) * 100, 1.5) ? [`${mode} is over 1.5 points from the base game`] : []),
    ];
  });
  if (!base) return [`${game.slug} has no proof of its base game`];
  const hit = base.hit * 100;
  const odds = 1 / base.maxWinProbability;
  return [
    ...stated.map(mode => `${mode} is not proven`),
    ...wrong,
    ...(off(hit, Number(game.hitRate), 0.01) ? [`hits ${hit.toFixed(4)} %, stated ${game.hitRate} %`] : []),
    ...(off(odds / game.maxWinOdds, 1, 1e-5) && off(odds, game.maxWinOdds, 0.51)
      ? [`wins its maximum once in ${odds.toFixed(1)}, stated ${game.maxWinOdds}`]
      : []),
    ...(odds > 10_000_000 ? [`its maximum is advertised and comes once in ${odds.toFixed(0)} rounds`] : []),
  ];
}
