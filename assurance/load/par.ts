import { prove, readProof } from "#studio/engine/par/stored.ts";
import { fastChance } from "#studio/engine/shared/chance.ts";
import { simulateSpin } from "#studio/engine/shared/spin.ts";
import type { Round, SlotGame } from "#studio/engine/shared/types.ts";
import { slots } from "#studio/slots/registry.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { round } from "./figures.ts";

/** Between two looks at the clock. */
const batch = 1_000;

/**
 * `npm run bench -- par`: rounds a second of every slot on one core, with the function that settles real ones, beside the same number of
 * draws with nothing evaluated; and the seconds of every exact proof, or with `--stored` those of the run that stored it.
 */
export const benchPar: BenchSuite = async ({ seconds }) => {
  const rows: BenchRow[] = [];
  for (const game of slots) rows.push(await measure(game, seconds / 2));
  return rows;
};

async function measure(game: SlotGame, seconds: number): Promise<BenchRow> {
  let drawn = 0;
  const counting = fastChance(1);
  const rounds = roundOf(range => {
    drawn += 1;
    return counting.below(range);
  });
  const counted = batch * 20;
  for (let n = 0; n < counted; n++) simulateSpin(game, "base", rounds);
  const perSpin = drawn / counted;
  const plain = roundOf(fastChance(2).below);
  const spins = perSecond(seconds, () => {
    for (let n = 0; n < batch; n++) simulateSpin(game, "base", plain);
  });
  const chance = fastChance(3);
  const reel = game.strips.base?.[0]?.length ?? 30;
  const draws = perSecond(seconds / 4, () => {
    for (let n = 0; n < batch * perSpin; n++) chance.below(reel);
  });
  const stored = process.argv.includes("--stored");
  const proof = stored ? readProof(game.slug) : await prove(game, () => performance.now());
  return {
    game: game.slug,
    evaluation: game.evaluation.kind,
    proof: game.proof.join(", "),
    "spins/s": spins,
    "draws a spin": round(perSpin),
    "its draws alone/s": draws,
    "of draws alone": round(spins / draws, 3),
    [stored ? "stored proof s" : "proof s"]: proof?.seconds ?? "none",
  };
}

const roundOf = (below: (range: number) => number): Round => ({
  draw: (_, range) => below(range),
  stakeSteps: 1,
  potHit: false,
  featured: false,
});

/** @param work a batch of rounds */
function perSecond(seconds: number, work: () => void): number {
  const warm = performance.now() + seconds * 250;
  while (performance.now() < warm) work();
  const began = performance.now();
  const end = began + seconds * 1000;
  let batches = 0;
  for (; performance.now() < end; batches++) work();
  return Math.round((batches * batch * 1000) / (performance.now() - began));
}
