import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { parPage } from "#studio/engine/par/page.ts";
import { inProject, mathsHash, pagePath, slotFolder } from "#studio/engine/par/source.ts";
import { objections, prove, readProof, readRules, storeProof } from "#studio/engine/par/stored.ts";
import { simulate } from "#studio/engine/proof/simulate.ts";
import type { SlotGame } from "#studio/engine/shared/types.ts";
import { slots } from "#studio/slots/registry.ts";
import { makeVectors } from "#studio/testing/vectors.ts";

/**
 * `npm run par <slug>`: proves a game again if its maths changed, stores the proof and prints docs/slots/<slug>.md.
 * `--all` every game, also those that did not change; `--spins=1e8` plays so many rounds beside the proof, with `--mode=buy` only
 * in that mode.
 */
const options = process.argv.slice(2);
const all = options.includes("--all");
const spins = Number(options.find(option => option.startsWith("--spins="))?.slice("--spins=".length) ?? 0);
const mode = options.find(option => option.startsWith("--mode="))?.slice("--mode=".length);
const wanted = options.filter(option => !option.startsWith("--"));
const unknown = wanted.filter(slug => !slots.some(game => game.slug === slug));
if (unknown.length > 0 || (wanted.length === 0 && !all)) {
  console.error(
    `Usage: npm run par <slug> or --all, with --spins=1e8 and --mode=buy. Games: ${slots.map(({ slug }) => slug).join(", ")}`,
  );
  process.exit(1);
}
let failed = false;
/** Processor time: other work on the machine does not count. */
const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
for (const game of slots.filter(({ slug }) => all || wanted.includes(slug))) await print(game);
process.exit(failed ? 1 : 0);

async function print(game: SlotGame): Promise<void> {
  const stored = readProof(game.slug);
  const isCurrent = stored?.hash === mathsHash(game.slug) && !all;
  const proof = isCurrent ? stored : await prove(game, processorMs);
  for (const { mode, rtp, hit } of proof.modes) {
    console.log(
      `${game.slug} ${mode}: returns ${(rtp * 100).toFixed(4)} %, hits ${(hit * 100).toFixed(4)} % (${proof.seconds} s)`,
    );
  }
  const wrong = objections(game, proof);
  failed ||= wrong.length > 0;
  for (const sentence of wrong) console.error(`${game.slug}: ${sentence}`);
  if (wrong.length === 0) {
    if (!isCurrent) storeProof(game.slug, proof);
    mkdirSync(inProject("docs/slots"), { recursive: true });
    writeFileSync(inProject(pagePath(game.slug)), parPage(game, proof, readRules(game.slug)));
    keepVectors(game);
  }
  if (spins > 0)
    for (const figures of proof.modes) if (mode === undefined || figures.mode === mode) report(game, figures);
}

/** Golden rounds are written once; those of changed maths are removed by hand, with the reason in the commit. */
function keepVectors(game: SlotGame): void {
  const path = inProject(`${slotFolder(game.slug)}/vectors.json`);
  if (existsSync(path)) return;
  const { about, rounds } = makeVectors(game);
  const lines = rounds.map(round => `    ${JSON.stringify(round)}`).join(",\n");
  writeFileSync(path, `{\n  "about": ${JSON.stringify(about)},\n  "rounds": [\n${lines}\n  ]\n}\n`);
}

function report(game: SlotGame, figures: Parameters<typeof simulate>[1]): void {
  const began = performance.now();
  const result = simulate(game, figures, spins, 20_261_123);
  const perSecond = Math.round((spins / (performance.now() - began)) * 1000);
  console.log(
    `  ${figures.mode}, ${spins} rounds: returned ${(result.rtp * 100).toFixed(3)} % (z ${result.rtpZ.toFixed(2)}), hit ${(result.hit * 100).toFixed(3)} % (z ${result.hitZ.toFixed(2)}), ${perSecond} a second`,
  );
  failed ||= Math.abs(result.rtpZ) > 3.5 || Math.abs(result.hitZ) > 3.5;
}
