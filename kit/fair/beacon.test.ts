import { expect, test } from "vitest";
import { beaconInfo, chainHash, dueAt, isSignedRound, roundAt, soleBeacon } from "./beacon.ts";

/** drand's public network "quicknet" as it answers. */
const quicknet = beaconInfo.parse({
  public_key:
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  period: 3,
  genesis_time: 1692803367,
  hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  groupHash: "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
  schemeID: "bls-unchained-g1-rfc9380",
  metadata: { beaconID: "quicknet" },
});
const round1000 = {
  round: 1000,
  randomness: "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
  signature: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
};

test("a real round of the public network is signed by its key, and the chain's name covers that key", () => {
  expect(isSignedRound(round1000, quicknet.public_key)).toBe(true);
  expect(chainHash(quicknet)).toBe(quicknet.hash);
  expect(chainHash({ ...quicknet, period: 1 })).not.toBe(quicknet.hash);
});

test("another round, another value, a changed signature, another key and rubbish are not signed", () => {
  const other = soleBeacon(Uint8Array.of(7), 0, 1, "other");
  expect(isSignedRound({ ...round1000, round: 1001 }, quicknet.public_key)).toBe(false);
  expect(isSignedRound({ ...round1000, randomness: "00".repeat(32) }, quicknet.public_key)).toBe(false);
  expect(isSignedRound({ ...round1000, signature: `a5${round1000.signature.slice(2)}` }, quicknet.public_key)).toBe(
    false,
  );
  expect(isSignedRound({ ...other.sign(1000), round: 999 }, other.info.public_key)).toBe(false);
  expect(isSignedRound(other.sign(1000), quicknet.public_key)).toBe(false);
  expect(isSignedRound({ round: 1, randomness: "00", signature: "zz" }, "00")).toBe(false);
});

test("a sole beacon signs as the network does; equal seeds are the same beacon", () => {
  const beacon = soleBeacon(Uint8Array.of(1, 2, 3), 100, 3, "sandbox");
  expect(isSignedRound(beacon.sign(5), beacon.info.public_key)).toBe(true);
  expect(beacon.sign(5)).toEqual(soleBeacon(Uint8Array.of(1, 2, 3), 100, 3, "sandbox").sign(5));
  expect(beacon.info.hash).toBe(chainHash(beacon.info));
});

test("round 1 is due at the start, and each one a period after the one before", () => {
  const info = { period: 3, genesis_time: 100 };
  expect([99_999, 100_000, 102_999, 103_000].map(now => roundAt(info, now))).toEqual([0, 1, 1, 2]);
  expect([1, 2].map(round => dueAt(info, round))).toEqual([100_000, 103_000]);
});
