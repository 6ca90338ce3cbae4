import type { GameProof } from "#modules/fairness/shared/game-proof.ts";
import { minerRules } from "./rules.ts";
import { endsOf, inputsOf, isPlayable, verifyMiner } from "./verify.ts";

/** Numbers with spaces or commas between them, in the order in which they were chosen. */
const numbersOf = (text: string): number[] =>
  text.trim() === ""
    ? []
    : text
        .trim()
        .split(/[\s,]+/)
        .map(Number);
const tilesIn = (tiles: unknown): number[] => (Array.isArray(tiles) ? tiles.map(Number) : []);

/** Miner for the verifiers. */
export const minerProof: GameProof = {
  game: "miner",
  kind: "seeds",
  version: minerRules.current.version,
  verify: verifyMiner,
  numberFormat: "long",
  fields: [
    { name: "mines", label: "miner:mines", initial: "3", pattern: /^([1-9]|1[0-9]|2[0-4])$/ },
    { name: "tiles", label: "miner:tiles", initial: "", pattern: /^(([0-9]|1[0-9]|2[0-4])([\s,]+|$)){0,24}$/ },
  ],
  inputs({ mines, tiles = "" }) {
    const round = { mines: Number(mines), tiles: numbersOf(tiles) };
    return isPlayable(minerRules.current, round) ? round : undefined;
  },
  values: ({ mines, tiles }) => ({ mines: String(mines), tiles: tilesIn(tiles).join(" ") }),
  outcome(result, inputs) {
    const board = numbersOf(result);
    return { board, end: endsOf(inputsOf(minerRules.current, inputs)?.tiles ?? [], board)[0] ?? null };
  },
  title: ({ mines, tiles }, say) =>
    say("miner:proof_title", { mines: Number(mines), tiles: tilesIn(tiles).join(" ") || "–" }),
  stated: ({ board }) => (Array.isArray(board) ? board.join(" ") : null),
};
