import { describe, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { crashProof } from "#modules/games/crash/shared/proof.ts";
import { diceProof } from "#modules/games/dice/shared/proof.ts";
import { kenoProof } from "#modules/games/keno/shared/proof.ts";
import type { ProofRecord, SeedsProof } from "../shared/proof.ts";
import { badFields, emptyFields, fieldsOf, outcomeOf, recordOf } from "./verify-fields.ts";

const seed = Array.from({ length: 32 }, (_, index) => index.toString(16).padStart(2, "0")).join("");
const record: SeedsProof = {
  kind: "seeds",
  game: "dice",
  version: "fairhouse-1",
  rules_version: "dice-1",
  server_seed_hash: "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
  server_seed: seed,
  client_seed: "player-seed_1",
  nonce: 0,
  inputs: { direction: "under", target: "50.00" },
  outcome: { roll: "9.70" },
  currency: "USD",
  stake: "1",
  payout: "1.98",
};
const check = (of: ProofRecord) => diceProof.verify(of, nobleHashes).verdict;

describe("the fields of the page", () => {
  test("a loaded record goes through them unchanged and matches", () => {
    expect(recordOf(fieldsOf(record, diceProof), record, diceProof)).toEqual(record);
    expect(check(recordOf(fieldsOf(record, diceProof), record, diceProof))).toBe("matches");
  });
  test("a field that was changed by hand shows as a difference", () => {
    for (const change of [
      { nonce: "1" },
      { clientSeed: "other" },
      { hash: "0".repeat(64) },
      { own: { ...fieldsOf(record, diceProof).own, direction: "over" } },
    ])
      expect(check(recordOf({ ...fieldsOf(record, diceProof), ...change }, record, diceProof))).toBe("differs");
  });
  test("without a secret nothing is revealed", () => {
    expect(check(recordOf({ ...fieldsOf(record, diceProof), secret: "" }, record, diceProof))).toBe("not_revealed");
  });
  test("upper case is read, and what cannot be read is named", () => {
    const fields = { ...fieldsOf(record, diceProof), secret: seed.toUpperCase() };
    expect(badFields(fields, diceProof)).toEqual([]);
    expect(check(recordOf(fields, record, diceProof))).toBe("matches");
    expect(badFields(emptyFields(diceProof), diceProof)).toEqual(["hash", "clientSeed"]);
    expect(
      badFields({ ...fields, nonce: "-1", hash: "xyz", own: { direction: "up", target: "5" } }, diceProof),
    ).toEqual(["hash", "nonce", "direction", "target"]);
    expect(badFields(emptyFields(crashProof), crashProof)).toEqual(["hash", "round", "salt", "head"]);
  });

  test("a draw of keno goes through them too: loaded, changed, and typed by hand", () => {
    const drawn = [10, 20, 7, 29, 24, 32, 21, 33, 15, 27];
    const keno: SeedsProof = {
      ...record,
      game: "keno",
      rules_version: "keno-1",
      inputs: { picks: [7, 10, 20, 39, 40], risk: "classic" },
      outcome: { drawn, hits: 3 },
      payout: "4.95",
    };
    const verdict = (of: ProofRecord) => kenoProof.verify(of, nobleHashes).verdict;
    expect(recordOf(fieldsOf(keno, kenoProof), keno, kenoProof)).toEqual(keno);
    expect(verdict(recordOf(fieldsOf(keno, kenoProof), keno, kenoProof))).toBe("matches");
    const { own } = fieldsOf(keno, kenoProof);
    for (const change of [
      { own: { ...own, picks: "7 10 20 39 24" } },
      { own: { ...own, risk: "high" } },
      { nonce: "1" },
    ])
      expect(verdict(recordOf({ ...fieldsOf(keno, kenoProof), ...change }, keno, kenoProof))).toBe("differs");
    const byHand = recordOf(
      { ...fieldsOf(keno, kenoProof), own: { ...own, picks: "40, 39, 20,10 7" } },
      null,
      kenoProof,
    );
    expect(outcomeOf(byHand, drawn.join(" "), [kenoProof])).toEqual({ drawn, hits: 3 });
    for (const picks of ["", "0", "41", "1 2 3 4 5 6 7 8 9 10 11", "1;2", "x"])
      expect(badFields({ ...fieldsOf(keno, kenoProof), own: { ...own, picks } }, kenoProof), picks).toEqual(["picks"]);
  });
});
