import { nobleHashes } from "#kit/fair/noble.ts";
import type { GameProof } from "#modules/fairness/shared/game-proof.ts";
import { firstHash, hashOf, readText } from "./entry-text.ts";
import { rulesVersion } from "./rules.ts";
import { verifyJackpot } from "./verify.ts";

const example = "jackpots-1:00000000-0000-4000-8000-000000000001:1:1:must_hit_by:1000000000:500000000:1000000:2000:0:0";

/** An entry of a jackpot for verifiers: its text and the hash of the entry before it are its inputs. */
export const jackpotProof: GameProof = {
  game: "jackpots",
  kind: "seeds",
  version: rulesVersion,
  verify: verifyJackpot,
  numberFormat: "plain",
  fields: [
    { name: "entry", label: "jackpots:proof.entry", initial: example, pattern: /^jackpots-1(:[\w-]{1,36}){10}$/ },
    {
      name: "previous",
      label: "jackpots:proof.previous",
      initial: firstHash(nobleHashes, "00000000-0000-4000-8000-000000000001"),
      pattern: /^[0-9a-f]{64}$/,
    },
  ],
  inputs: ({ entry = "", previous = "" }) => (readText(entry.trim()) ? { entry: entry.trim(), previous } : undefined),
  values: ({ entry, previous }) => ({ entry: String(entry), previous: String(previous) }),
  outcome(result, { entry, previous }) {
    const word = result.split(" ").at(-1) ?? "";
    const hash = hashOf(nobleHashes, String(previous), String(entry), BigInt(word));
    return { word, won: result.startsWith("won"), hash };
  },
  title: (inputs, say) => say("jackpots:proof.title", { number: String(readText(String(inputs.entry))?.number ?? "") }),
  stated: ({ won }) => (typeof won === "boolean" ? (won ? "won" : "not won") : null),
  shown: (result, say) => say(result.startsWith("won") ? "jackpots:proof.won" : "jackpots:proof.not_won"),
};
