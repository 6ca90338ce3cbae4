import { expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { type SeedsProof, seedsProof } from "#modules/fairness/shared/proof.ts";
import vectors from "./vectors.json" with { type: "json" };
import { verifyMiner } from "./verify.ts";

type Vector = (typeof vectors.rounds)[number];

function recordOf(vector: Vector): SeedsProof {
  const { server_seed, server_seed_hash, client_seed, nonce } = vector;
  return seedsProof.parse({
    kind: "seeds",
    game: "miner",
    version: "fairhouse-1",
    rules_version: "miner-1",
    server_seed,
    server_seed_hash,
    client_seed,
    nonce,
    currency: "USD",
    inputs: { mines: vector.mines, tiles: vector.tiles },
    outcome: { board: vector.board, end: vector.end },
    stake: formatAmount(BigInt(vector.stake)),
    payout: formatAmount(BigInt(vector.payout)),
  });
}
const golden = recordOf(required(vectors.rounds[0], "the first vector"));
const check = (change: Partial<SeedsProof>) => verifyMiner({ ...golden, ...change }, nobleHashes);

test("every golden round of the second verifier matches: lost, cashed out, played to the end, refunded", () => {
  expect(new Set(vectors.rounds.map(each => each.end))).toEqual(
    new Set(["lost", "cashed_out", "completed", "refunded"]),
  );
  for (const vector of vectors.rounds) expect(verifyMiner(recordOf(vector), nobleHashes).verdict).toBe("matches");
});

test("the steps show the messages, each draw, what was chosen and the arithmetic", () => {
  const { steps } = check({});
  expect(steps.map(step => [step.key, step.state])).toEqual([
    ["commitment", "equal"],
    ["blocks", "computed"],
    ["shuffle", "equal"],
    ["tiles", "equal"],
    ["payout", "equal"],
  ]);
  const won = recordOf(
    required(
      vectors.rounds.find(each => each.end === "cashed_out"),
      "a won round",
    ),
  );
  const line = verifyMiner(won, nobleHashes)
    .steps.at(-1)
    ?.line.map(piece => piece.text)
    .join("");
  expect(line).toContain("floor(");
  expect(line).toContain(won.payout);
});

test("any change of a record is detected", () => {
  const changes: Partial<SeedsProof>[] = [
    { server_seed: "ff".repeat(32) },
    { server_seed_hash: "ff".repeat(32) },
    { client_seed: "player-seed_2" },
    { nonce: 1 },
    { outcome: null },
    { outcome: { ...golden.outcome, end: "cashed_out" === golden.outcome?.end ? "lost" : "cashed_out" } },
    { payout: "50" },
    { outcome: { ...golden.outcome, board: [8, 14, 24] } },
    { inputs: { mines: 3, tiles: [0, 8] } },
    { inputs: { mines: 3, tiles: [0, 12] } },
  ];
  for (const change of changes) expect(check(change).verdict, JSON.stringify(change)).toBe("differs");
});

test("a record that names its configuration is held to it", () => {
  expect(check({ config_hash: vectors.config_hash }).verdict).toBe("matches");
  expect(check({ config_hash: "ff".repeat(32) }).verdict).toBe("differs");
});

test("nothing is said about what is not revealed, not known, or could not have been played", () => {
  expect(check({ server_seed: null })).toEqual({ verdict: "not_revealed", result: null, steps: [] });
  for (const change of [{ rules_version: "miner-2" }, { version: "fairhouse-2" }, { game: "dice" }])
    expect(check(change).verdict).toBe("unknown");
  for (const inputs of [
    {},
    { mines: 3 },
    { mines: 0, tiles: [] },
    { mines: 25, tiles: [] },
    { mines: 3, tiles: [1, 1] },
    { mines: 3, tiles: ["1"] },
    { mines: 24, tiles: [1, 2] },
  ])
    expect(check({ inputs }).verdict, JSON.stringify(inputs)).toBe("unknown");
});
