import { describe, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { verifyDice } from "#modules/games/dice/shared/verify.ts";
import { verifyKeno } from "#modules/games/keno/shared/verify.ts";
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
const versions = { dice: "dice-1", keno: "keno-1", crash: "crash-1" };
const check = (of: ProofRecord) => verifyDice(of, nobleHashes).verdict;

describe("the fields of the page", () => {
  test("a loaded record goes through them unchanged and matches", () => {
    expect(recordOf(fieldsOf(record), record, versions)).toEqual(record);
    expect(check(recordOf(fieldsOf(record), record, versions))).toBe("matches");
  });
  test("a field that was changed by hand shows as a difference", () => {
    for (const change of [
      { nonce: "1" },
      { clientSeed: "other" },
      { hash: "0".repeat(64) },
      { direction: "over" as const },
    ])
      expect(check(recordOf({ ...fieldsOf(record), ...change }, record, versions))).toBe("differs");
  });
  test("without a secret nothing is revealed", () => {
    expect(check(recordOf({ ...fieldsOf(record), secret: "" }, record, versions))).toBe("not_revealed");
  });
  test("upper case is read, and what cannot be read is named", () => {
    const fields = { ...fieldsOf(record), secret: seed.toUpperCase() };
    expect(badFields(fields)).toEqual([]);
    expect(check(recordOf(fields, record, versions))).toBe("matches");
    expect(badFields(emptyFields)).toEqual(["hash", "clientSeed"]);
    expect(badFields({ ...fields, nonce: "-1", hash: "xyz", target: "5" })).toEqual(["hash", "nonce", "target"]);
    expect(badFields({ ...emptyFields, game: "crash" })).toEqual(["hash", "round", "salt", "head"]);
  });

  test("a draw of keno goes through them too: loaded, changed, and typed by hand", () => {
    const drawn = [10, 20, 7, 29, 24, 32, 21, 33, 15, 27];
    const keno: SeedsProof = {
      ...record,
      ...{ game: "keno", rules_version: "keno-1", inputs: { picks: [7, 10, 20, 39, 40], risk: "classic" } },
      ...{ outcome: { drawn, hits: 3 }, payout: "4.95" },
    };
    const verdict = (of: ProofRecord) => verifyKeno(of, nobleHashes).verdict;
    expect(recordOf(fieldsOf(keno), keno, versions)).toEqual(keno);
    expect(verdict(recordOf(fieldsOf(keno), keno, versions))).toBe("matches");
    for (const change of [{ picks: "7 10 20 39 24" }, { risk: "high" as const }, { nonce: "1" }])
      expect(verdict(recordOf({ ...fieldsOf(keno), ...change }, keno, versions))).toBe("differs");
    const byHand = recordOf({ ...fieldsOf(keno), picks: "40, 39, 20,10 7" }, null, versions);
    expect(outcomeOf(byHand, drawn.join(" "))).toEqual({ drawn, hits: 3 });
    for (const picks of ["", "0", "41", "1 2 3 4 5 6 7 8 9 10 11", "1;2", "x"])
      expect(badFields({ ...fieldsOf(keno), picks }), picks).toEqual(["picks"]);
  });
});
