import type { Hashes } from "#kit/fair/hashes.ts";
import { algorithm, openStream } from "#kit/fair/stream.ts";
import { formatAmount, type Micros, micros, parseDecimal, payoutOf } from "#kit/money/amount.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { ProofRecord, SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { commitmentStep, configurationSteps, mark, payoutStep, plain, step } from "#modules/fairness/shared/steps.ts";
import { blocksStep, noted, shuffleStep } from "#modules/fairness/shared/stream-steps.ts";
import { conclude, type ProofStep, type Verification, type Verifier } from "#modules/fairness/shared/verification.ts";
import { drawMines, type MinerRules, minerRules, multiplierAt } from "./rules.ts";

export interface MinerInputs {
  readonly mines: number;
  /** The tiles that were turned over, in order. */
  readonly tiles: readonly number[];
}

/** Lays the mines again from their seeds under the rules of the round, and compares every part of the record. */
export function minerVerifier(versions: RuleVersions<MinerRules>): Verifier {
  return (record, hashes) => {
    const rules = record.version === algorithm ? versions.find(record.rules_version) : undefined;
    const inputs = rules && inputsOf(rules, record.inputs);
    if (record.kind !== "seeds" || record.game !== "miner" || !rules || !inputs) {
      return { verdict: "unknown", result: null, steps: [] };
    }
    if (record.server_seed === null) return { verdict: "not_revealed", result: null, steps: [] };
    return layAgain(rules, record, record.server_seed, inputs, hashes);
  };
}

export const verifyMiner = minerVerifier(minerRules);

function layAgain(
  rules: MinerRules,
  record: SeedsProof,
  serverSeed: string,
  inputs: MinerInputs,
  hashes: Hashes,
): Verification {
  const key = required(parseHex(serverSeed), "the server seed is hexadecimal");
  const stream = noted(openStream(hashes, key, ["miner", record.client_seed, record.nonce]));
  const board = drawMines(rules, stream, inputs.mines);
  const isBoard = JSON.stringify(record.outcome?.board) === JSON.stringify(board);
  const { formula, payout } = paysOf(rules, inputs, board, parseDecimal(record.stake));
  return conclude(board.join(" "), [
    commitmentStep(hashes, key, record.server_seed_hash),
    ...configurationSteps(hashes, rules, record.config_hash),
    blocksStep(stream),
    shuffleStep(stream.words, rules.tiles, board.map(String), isBoard),
    tilesStep(inputs.tiles, board, record.outcome?.end),
    payoutStep(formula, formatAmount(payout), record.payout),
  ]);
}

/** How a round with these tiles can have ended: a mine ends it, and without a tile it can only be refunded. */
export function endsOf(tiles: readonly number[], board: readonly number[]): readonly string[] {
  const mine = tiles.findIndex(tile => board.includes(tile));
  if (mine >= 0) return mine === tiles.length - 1 ? ["lost"] : [];
  return tiles.length === 0 ? ["refunded"] : ["cashed_out", "completed", "expired"];
}

function tilesStep(tiles: readonly number[], board: readonly number[], end: unknown): ProofStep {
  const line = tiles.flatMap((tile, index) => [
    plain(index === 0 ? "" : ", "),
    mark(`${tile}${board.includes(tile) ? " ✗" : " ✓"}`),
  ]);
  const right = typeof end === "string" && endsOf(tiles, board).includes(end);
  return step(
    "tiles",
    [...line, plain(` → ${String(end)}`)].filter(piece => piece.text !== ""),
    right,
  );
}

function paysOf(rules: MinerRules, { mines, tiles }: MinerInputs, board: readonly number[], stake: Micros) {
  if (tiles.some(tile => board.includes(tile))) return { formula: "a mine", payout: micros(0n) };
  if (tiles.length === 0) return { formula: "given back", payout: stake };
  const ratio = multiplierAt(rules, mines, tiles.length);
  const formula = `${rules.rtp_percent / 100} × C(${rules.tiles}, ${tiles.length}) / C(${rules.tiles - mines}, ${tiles.length}): floor(${stake} × ${ratio.numerator} / ${ratio.denominator}) / 1000000`;
  return { formula, payout: payoutOf(stake, ratio) };
}

/** The round as the record's inputs say it; undefined when it could not have been played. */
export function inputsOf(rules: MinerRules, inputs: ProofRecord["inputs"]): MinerInputs | undefined {
  const { mines, tiles } = inputs ?? {};
  if (typeof mines !== "number" || !Array.isArray(tiles)) return undefined;
  return isPlayable(rules, { mines, tiles }) ? { mines, tiles } : undefined;
}

export function isPlayable(rules: MinerRules, { mines, tiles }: MinerInputs): boolean {
  const { least_mines: least, most_mines: most, tiles: all } = rules;
  return (
    Number.isInteger(mines) &&
    mines >= least &&
    mines <= most &&
    new Set(tiles).size === tiles.length &&
    // The last safe tile ends a round; with it at most one mine is turned over, and then one safe tile less.
    tiles.length <= all - mines &&
    tiles.every(tile => Number.isInteger(tile) && tile >= 0 && tile < all)
  );
}
