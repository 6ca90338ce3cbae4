import { performance } from "node:perf_hooks";
import { nobleHashes } from "#kit/fair/noble.ts";
import { idOf } from "#modules/fairness/shared/game-proof.ts";
import { verifyRecord } from "#modules/fairness/shared/verification.ts";
import type { Game } from "#modules/games/game.ts";
import { games } from "#modules/games/index.ts";
import { recordFromInputs } from "./sources.ts";
import { verifiers } from "./verifiers.ts";

/** Rounds per second of the verifier on one core, every step of the proof included. */
export function benchVerifier(seconds = 2): { game: string; perSecond: number }[] {
  const secret = "5e".repeat(32);
  const records = (games as readonly Game[]).flatMap(({ name, engine, proofs }) => {
    if (engine === "instant")
      return recordFromInputs({ game: name, "server-seed": secret, "client-seed": "bench", nonce: "7" });
    const chain = proofs.find(({ kind }) => kind === "chain");
    return chain ? recordFromInputs({ game: idOf(chain), link: secret, round: "7", salt: "00".repeat(32) }) : [];
  });
  return records.map(record => {
    const measure = (forMs: number): number => {
      const started = performance.now();
      let rounds = 0;
      while (performance.now() - started < forMs) {
        for (let i = 0; i < 100; i++) verifyRecord(record, verifiers, nobleHashes);
        rounds += 100;
      }
      return (rounds / (performance.now() - started)) * 1000;
    };
    measure(200);
    return { game: record.game, perSecond: Math.round(measure(seconds * 1000)) };
  });
}
