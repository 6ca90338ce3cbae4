import { expect, test } from "vitest";
import { isDisposable } from "./disposable-mail.ts";
import { componentsOf, type Holder, type LinkKind, linksFrom, mostHolders, weightOf } from "./links.ts";
import { type Findings, reviewFrom, scoreOf, signalNames, signalPoints } from "./signals.ts";

/** Each kind counts once: 1 - Π(1 - w). */
test.each<[readonly LinkKind[], number]>([
  [[], 0],
  [["address"], 150],
  [["device"], 700],
  [["instrument"], 800],
  [["device", "address"], 745],
  [["instrument", "device"], 940],
  [["instrument", "device", "address"], 949],
])("%j weighs %i thousandths", (kinds, weight) => {
  expect(weightOf(kinds)).toBe(weight);
});

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const holds = (kind: LinkKind, trait: string, playerId: string, on = 1): Holder => ({
  kind,
  trait,
  playerId,
  since: day(on),
});

test("two accounts are linked by everything they have in common, since the later of them has had the first of it", () => {
  const holders = [
    holds("device", "phone", "alice", 1),
    holds("device", "phone", "bob", 3),
    holds("device", "laptop", "alice", 5),
    holds("device", "laptop", "bob", 6),
    holds("address", "10.0.0.1", "alice", 2),
    holds("address", "10.0.0.1", "bob", 2),
    holds("instrument", "card", "bob", 2),
  ];
  expect(linksFrom(holders, ["alice"])).toEqual([
    { from: "alice", to: "bob", kinds: ["device", "address"], since: day(2), weight: 745 },
  ]);
});

test("a trait shared by more accounts than a household has links none of them", () => {
  const cafe = (n: number) => Array.from({ length: n }, (_, i) => holds("device", "cafe", `player-${i}`));
  expect(linksFrom(cafe(mostHolders), ["player-0"])).toHaveLength(mostHolders - 1);
  expect(linksFrom(cafe(mostHolders + 1), ["player-0"])).toEqual([]);
});

test("a component is all players who are connected, directly or over others; links to other players connect none", () => {
  const link = (from: string, to: string) => ({ from, to });
  const players = ["a", "b", "c", "d", "e", "f"];
  const links = [link("a", "b"), link("c", "b"), link("e", "d"), link("d", "e"), link("f", "stranger")];
  expect(componentsOf(players, links)).toEqual([["a", "b", "c"], ["d", "e"], ["f"]]);
  const chain = Array.from({ length: 500 }, (_, n) => `p${n}`);
  const next = chain.slice(1).map((player, n) => link(`p${n}`, player));
  expect(componentsOf(chain, next)).toEqual([chain]);
});

const nothing: Findings = {
  linkedClaims: [],
  sharesInstrument: [],
  sharesDevice: [],
  registrations: 1,
  isSelfReferred: false,
  recalledDeposits: 0,
  codesTried: 0,
  opposed: [],
  duels: [],
  linked: [],
  depositsInHour: 0,
  newMethodsInDay: 0,
  bonuses: 0,
  daysPlayed: 0,
  daysWithoutBonus: 0,
  hasDisposableMail: false,
  householdDeposits: [],
};

test("a score is the sum of its signals, each with its evidence, and stops at 100", () => {
  expect(scoreOf(nothing)).toEqual({ score: 0, signals: [] });
  expect(scoreOf({ ...nothing, registrations: 4, codesTried: 4 }).score).toBe(0);
  const { score, signals } = scoreOf({ ...nothing, sharesDevice: ["bob"], registrations: 5 });
  expect(score).toBe(35);
  expect(signals).toEqual([
    { name: "registration_burst", points: 20, players: [], count: 5 },
    { name: "shared_device", points: 15, players: ["bob"], count: 1 },
  ]);
  const all = {
    linkedClaims: ["bob"],
    sharesInstrument: ["bob"],
    sharesDevice: ["bob"],
    registrations: 9,
    isSelfReferred: true,
    recalledDeposits: 2,
    codesTried: 7,
    opposed: [{ player: "bob", markets: 1 }],
    duels: [{ opponent: "bob", duels: 5, lost: 5 }],
    linked: ["bob"],
    depositsInHour: 6,
    newMethodsInDay: 0,
    bonuses: 3,
    daysPlayed: 3,
    daysWithoutBonus: 0,
    hasDisposableMail: true,
    householdDeposits: ["bob"],
  };
  expect(scoreOf(all).score).toBe(100);
  expect(
    scoreOf(all)
      .signals.map(({ name }) => name)
      .sort(),
  ).toEqual([...signalNames].sort());
});

test.each<[string, Partial<Findings>, number]>([
  ["fourteen duels lost of fourteen", { duels: [{ opponent: "carol", duels: 14, lost: 14 }] }, 0],
  ["fourteen of fifteen", { duels: [{ opponent: "carol", duels: 15, lost: 14 }] }, signalPoints.duels_lost],
  ["thirteen of fifteen", { duels: [{ opponent: "carol", duels: 15, lost: 13 }] }, 0],
  [
    "five to a linked account",
    { linked: ["bob"], duels: [{ opponent: "bob", duels: 5, lost: 5 }] },
    signalPoints.duels_lost,
  ],
  ["four of five to a linked account", { linked: ["bob"], duels: [{ opponent: "bob", duels: 5, lost: 4 }] }, 0],
  ["two bonuses and nothing else", { bonuses: 2, daysPlayed: 9 }, 0],
  ["three bonuses on two days", { bonuses: 3, daysPlayed: 2 }, 0],
  ["a recalled deposit", { recalledDeposits: 1 }, signalPoints.recalled_deposit],
  ["three bonuses and a day without one", { bonuses: 3, daysPlayed: 9, daysWithoutBonus: 1 }, 0],
  ["three bonuses and no day without one", { bonuses: 3, daysPlayed: 9 }, signalPoints.bonus_only],
  ["five deposits within an hour", { depositsInHour: 5 }, 0],
  ["six deposits within an hour", { depositsInHour: 6 }, signalPoints.velocity],
  ["three new cards within a day", { newMethodsInDay: 3 }, signalPoints.velocity],
])("%s", (_, found, score) => {
  expect(scoreOf({ ...nothing, ...found }).score).toBe(score);
});

test.each([
  ["alice@mailinator.com", true],
  ["alice@Eu.YOPMAIL.com", true],
  ["alice@notmailinator.com", false],
  ["mailinator.com@example.org", false],
  ["", false],
])("%s is disposable: %s", (address, isOne) => {
  expect(isDisposable(address)).toBe(isOne);
});

test("an address, a device and wrong codes make no claim wait; a linked account that claimed the same bonus does", () => {
  const harmless = signalPoints.registration_burst + signalPoints.shared_device + signalPoints.codes_tried;
  expect(harmless).toBeLessThan(reviewFrom);
  expect(scoreOf({ ...nothing, linkedClaims: ["bob"] }).score).toBeGreaterThanOrEqual(reviewFrom);
});
