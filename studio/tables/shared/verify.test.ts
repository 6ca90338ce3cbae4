import { expect, test } from "vitest";
import { dueAt, soleBeacon } from "#kit/fair/beacon.ts";
import { walkDown } from "#kit/fair/chain.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { toHex } from "#kit/std/bytes.ts";
import { meridianRoulette } from "../roulette/game.ts";
import { entriesHash, entryLine, entryPath } from "./entries.ts";
import type { TableRecord } from "./record.ts";
import { roundWords } from "./round-words.ts";
import { verifyTable } from "./verify.ts";
import { verdictOf } from "./verify-steps.ts";

const beacon = soleBeacon(new Uint8Array(32).fill(3), 1_700_000_000, 1, "tables");
const layout = [
  { spot: "red", amount: 5_000_000n },
  { spot: "straight-17", amount: 1_000_000n },
];

/** An honest round: the seventh link, three bets, one of them this player's. */
function honest(): TableRecord {
  const link = walkDown(nobleHashes, new Uint8Array(32).fill(9), 10);
  const salt = beacon.sign(90);
  const value = beacon.sign(130);
  const at = (round: number, ms: number) => new Date(dueAt(beacon.info, round) + ms).toISOString();
  const own = { id: "ab".repeat(16), currency: "USD", layout };
  const other = { id: "cd".repeat(16), currency: "EUR", layout: [{ spot: "black", amount: 1_000_000n }] };
  const lines = [other, own, other].map((entry, index) => entryLine(index, entry));
  const source = { table: "meridian-roulette", round: 7, link, salt: salt.randomness, beaconRound: 130 };
  const outcome = meridianRoulette.draw(roundWords(nobleHashes, { ...source, beaconValue: value.randomness }));
  return {
    version: "fairhouse-1",
    casino: "Harbour",
    player: "alice",
    game: "meridian-roulette",
    maths: "",
    round: "00000000-0000-4000-8000-000000000001",
    table_round: 7,
    currency: "USD",
    stake: "6",
    payout: formatAmount(meridianRoulette.payout(outcome, layout)),
    entry_id: own.id,
    bets: [
      {
        tx: "00000000-0000-4000-8000-000000000002",
        entry: 1,
        layout: layout.map(({ spot, amount }) => ({ spot, amount: formatAmount(amount) })),
        path: entryPath(nobleHashes, lines, 1),
      },
    ],
    chain: {
      head: toHex(walkDown(nobleHashes, link, 7)),
      length: 17,
      published_at: at(80, 0),
      salt: salt.randomness,
      salt_round: 90,
      salt_signature: salt.signature,
    },
    index: 7,
    link_hash: toHex(nobleHashes.sha256(link)),
    link: toHex(link),
    close: {
      closes_at: at(127, 500),
      published_at: at(129, 0),
      entries: 3,
      entries_hash: entriesHash(nobleHashes, lines),
    },
    beacon: { info: beacon.info, test: true, round: 130, value: value.randomness, signature: value.signature },
    outcome,
    state: "settled",
    void_reason: null,
  };
}

const steps = (change: Partial<TableRecord>) => verifyTable(meridianRoulette, { ...honest(), ...change });
const wrong = (change: Partial<TableRecord>) =>
  steps(change).flatMap(({ key, state }) => (state === "differs" ? [key] : []));

test("an honest round matches in every step", () => {
  expect(wrong({})).toEqual([]);
  expect(verdictOf(steps({}))).toBe("matches");
});

test("whatever is changed afterwards differs, and is named", () => {
  const { chain, close, beacon: drawn, bets, outcome } = honest();
  const [bet] = bets;
  const { number } = outcome as { number: number };
  expect(wrong({ outcome: { number: (number + 1) % 37 } })).toEqual(["outcome"]);
  expect(wrong({ payout: "1000" })).toEqual(["payout"]);
  expect(wrong({ link: "00".repeat(32) })).toEqual(expect.arrayContaining(["link_hash", "chain"]));
  expect(wrong({ chain: { ...chain, head: "00".repeat(32) } })).toEqual(["chain"]);
  expect(wrong({ chain: { ...chain, published_at: new Date(dueAt(beacon.info, 91)).toISOString() } })).toEqual([
    "salt",
  ]);
  expect(wrong({ beacon: { ...drawn, value: "11".repeat(32) } })).toContain("beacon");
  expect(wrong({ beacon: { ...drawn, info: { ...drawn.info, genesis_time: 0 } } })).toContain("beacon");
  // The hash of the bets was public only after the value.
  const late = new Date(dueAt(beacon.info, 130) + 1).toISOString();
  expect(wrong({ close: { ...close, published_at: late } })).toEqual(["order"]);
  expect(wrong({ close: { ...close, published_at: null } })).toEqual(["order"]);
  const moved = { tx: "", entry: 1, path: bet?.path ?? [], layout: [{ spot: "black", amount: "6" }] };
  expect(wrong({ bets: [moved] })).toContain("entry");
  expect(wrong({ stake: "7" })).toEqual(["stake"]);
});

test("a void round shows what it would have been, and a record of another game is not judged", () => {
  const { beacon: drawn, close } = honest();
  const silent = { ...drawn, value: null, signature: null };
  const empty = steps({ state: "void", outcome: null, beacon: silent, close: { ...close, published_at: null } });
  expect(verdictOf(empty)).toBe("matches");
  expect(wrong({ state: "void", outcome: null, payout: "0", close: { ...close, published_at: null } })).toEqual([]);
  expect(verdictOf(steps({ game: "dice" }))).toBe("unknown");
  expect(verdictOf(steps({ index: 1_000_000 }))).toBe("unknown");
});
