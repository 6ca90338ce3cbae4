import { describe, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import { withOwnBet } from "#modules/engines/shared-rounds/web/own-bets.ts";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { spots } from "../shared/cloth.ts";
import { rouletteLimits } from "../shared/limits.ts";
import { fallMs, spinMs } from "../shared/round.ts";
import { type RouletteRules, rouletteRules } from "../shared/rules.ts";
import vectors from "../shared/vectors.json" with { type: "json" };
import { calledBets, wheelOrder } from "../shared/wheel.ts";
import { calledChips, chipsOf, chipValues, double, layChips, takeOff, undo } from "./chips.ts";
import { cells, neighbourOf } from "./cloth-cells.ts";
import { keepsCommitment } from "./keeps-commitment.ts";
import { pictureAt, pocketAngle } from "./motion.ts";
import {
  applyRoulette,
  chipsInPlay,
  countPockets,
  emptyRouletteView,
  evidenceOf,
  type RouletteSnapshot,
  type RouletteView,
  viewOfSnapshot,
} from "./roulette-view.ts";

const rub = (units: number) => micros(BigInt(units) * 1_000_000n);
const chip = (spot: string, units: number) => ({ spot, stake: rub(units) });

describe("placing chips", () => {
  const headroom = { max: rub(100), bet: [] };
  test("chips add up on a spot, up to its limit including chips already bet", () => {
    let moves = layChips([], [chip("red", 60)], headroom);
    moves = layChips(moves, [chip("red", 60)], headroom);
    expect(chipsOf(moves)).toEqual([chip("red", 100)]);
    expect(layChips(moves, [chip("red", 1)], headroom)).toBe(moves);
    expect(chipsOf(layChips([], [chip("red", 60)], { ...headroom, bet: [chip("red", 70)] }))).toEqual([
      chip("red", 30),
    ]);
  });

  test("undo takes back one move, doubling and called bets are one move each", () => {
    const first = layChips([], [chip("straight-7", 10)], headroom);
    const called = layChips(first, calledChips(calledBets.voisins, rub(5)), headroom);
    expect(chipsOf(called)).toHaveLength(8);
    expect(chipsOf(double(called, headroom)).find(({ spot }) => spot === "trio-0-2-3")).toEqual(chip("trio-0-2-3", 20));
    expect(undo(called)).toEqual(first);
    expect(chipsOf(undo(double(first, headroom)))).toEqual([chip("straight-7", 10)]);
    expect(chipsOf(takeOff(called, "straight-7"))).toHaveLength(7);
  });

  test("with a fixed chip a called bet places one chip instead of two", () => {
    const { max, min } = rouletteLimits.KZT;
    const laid = chipsOf(layChips([], calledChips(calledBets.voisins, min), { max, bet: [] }));
    expect(laid).toHaveLength(7);
    for (const { stake } of laid) expect(stake).toBe(max);
  });

  test("every currency has chips, and each may be placed", () => {
    for (const [currency, limits] of Object.entries(rouletteLimits)) {
      const values = chipValues(currency as keyof typeof rouletteLimits, limits);
      expect(values.length).toBeGreaterThan(0);
      for (const value of values) expect(value >= limits.min && value <= limits.max).toBe(true);
    }
    expect(chipValues("RUB", { min: rub(3), max: rub(4) })).toEqual([rub(3)]);
  });
});

describe("positions on the cloth", () => {
  test("every spot has its own position", () => {
    const taken = [...cells.values()].map(({ x, y }) => `${x}/${y}`);
    expect(new Set(taken).size).toBe(spots.length);
    for (const { x, y, wide } of cells.values()) {
      expect(x >= 1 && x + wide - 1 <= 27).toBe(true);
      expect(y >= 1 && y <= 8).toBe(true);
    }
  });

  test("the arrow keys reach every spot, and stop at the edges", () => {
    const reached = new Set(["straight-0"]);
    const queue = ["straight-0"];
    for (let id = queue.pop(); id; id = queue.pop())
      for (const direction of ["left", "right", "up", "down"] as const) {
        const next = neighbourOf(id, direction);
        if (!reached.has(next)) queue.push(next);
        reached.add(next);
      }
    expect(reached.size).toBe(spots.length);
    expect(neighbourOf("straight-17", "right")).toBe("split-17-20");
    expect(neighbourOf("straight-17", "up")).toBe("split-17-18");
    expect(neighbourOf("split-17-20", "down")).toBe("corner-16-17-19-20");
    expect(neighbourOf("straight-0", "left")).toBe("straight-0");
    expect(neighbourOf("red", "down")).toBe("red");
  });
});

describe("the motion of the wheel", () => {
  const shape = { spinMs, fallMs };
  test("the ball rests in the pocket of every number, and the wheel ends as it began", () => {
    for (const pocket of wheelOrder) {
      const { rotor, ball, height } = pictureAt(spinMs, shape, pocket);
      expect(height).toBe(0);
      const apart = (ball - rotor - pocketAngle(pocket)) % 360;
      expect(Math.min(Math.abs(apart), 360 - Math.abs(apart))).toBeLessThan(1e-6);
      expect(rotor % 360).toBe(0);
    }
  });

  test("until the ball falls the picture is the same for every number", () => {
    for (let ms = 0; ms < spinMs - fallMs; ms += 100) {
      const pictures = [null, 0, 17, 36].map(pocket => JSON.stringify(pictureAt(ms, shape, pocket)));
      expect(new Set(pictures).size).toBe(1);
    }
  });

  test("between two frames the ball moves less than a tenth of a turn, and never backwards", () => {
    for (const pocket of wheelOrder) {
      let before = pictureAt(0, shape, pocket);
      for (let ms = 16; ms <= spinMs; ms += 16) {
        const now = pictureAt(ms, shape, pocket);
        expect(Math.abs(now.ball - before.ball)).toBeLessThan(36);
        expect(now.ball - now.rotor).toBeLessThanOrEqual(before.ball - before.rotor + 1e-9);
        expect(Math.abs(now.height - before.height)).toBeLessThan(0.1);
        before = now;
      }
    }
  });
});

describe("the view of the table", () => {
  const link = "ab".repeat(32);
  const play = (messages: readonly Parameters<typeof applyRoulette>[1][], from: RouletteView = emptyRouletteView) =>
    messages.reduce(applyRoulette, from);
  const at = "2026-01-01T00:00:00.000Z";
  const opening = {
    event: "betting",
    data: { round: 7, commitment: link, salt: link, rules_version: "roulette-1", betting_ends_at: at, win_caps: {} },
  } as const;
  const mine = (status: "open" | "settled", payout: string) => ({
    id: "a",
    round: 7,
    at,
    currency: "RUB" as const,
    stake: "10",
    payout,
    multiplier: "0.00",
    status,
    chips: [{ spot: "red", stake: "10" }],
    pocket: null,
  });
  const past = {
    id: "roulette-1-7",
    round: 7,
    status: "settled" as const,
    rules_version: "roulette-1",
    pocket: 3,
    link,
    ended_at: at,
  };

  test("alice sees her spin from the first chip to the payout", () => {
    const row = { id: "a", player: null, test: false, currency: "RUB" as const, stake: "10", payout: null };
    let view = play([
      opening,
      { event: "joins", data: { round: 7, bets: [row], bet_count: 1, win_caps: {} } },
      { event: "mine", data: { bet: mine("open", "0") } },
      { event: "locked", data: { round: 7 } },
      { event: "spin", data: { round: 7, started_at: at, rests_at: at } },
    ]);
    expect(view).toMatchObject({ state: "spinning", pocket: null, betCount: 1 });
    expect(chipsInPlay(view, "RUB")).toEqual([chip("red", 10)]);
    expect(chipsInPlay(view, "USD")).toEqual([]);
    view = play([{ event: "landed", data: { round: 7, pocket: 3, link } }], view);
    expect(view).toMatchObject({ state: "landed", pocket: 3, pockets: [], history: [] });
    view = play([{ event: "settled", data: { round: past, paid: [{ id: "a", payout: "20" }] } }], view);
    expect(view).toMatchObject({ state: "settled", pockets: [3], history: [past], bets: [{ payout: "20" }] });
    view = withOwnBet(view, mine("settled", "20"));
    expect(withOwnBet(view, mine("open", "0")).mine).toMatchObject([{ status: "settled" }]);
    expect(play([{ ...opening, data: { ...opening.data, round: 8 } }], view)).toMatchObject({
      round: 8,
      mine: [],
      bets: [],
      pocket: null,
      pockets: [3],
    });
  });

  test("an event of another round changes nothing, and a spin is counted once", () => {
    const view = play([opening]);
    expect(play([{ event: "landed", data: { round: 6, pocket: 3, link } }], view)).toBe(view);
    const voided = { event: "voided", data: { round: { ...past, status: "voided" as const } } } as const;
    expect(play([voided, voided], view)).toMatchObject({ state: "voided", pockets: [3] });
  });

  test("frequent and rare numbers are counted from the history alone", () => {
    expect(countPockets([], () => true)).toBeNull();
    const counts = countPockets([0, 3, 3, 3, 2, 2, 1, 5], pocket => [1, 3, 5].includes(pocket));
    expect(counts).toMatchObject({ red: 63, black: 25, zero: 13 });
    expect(counts?.hot.slice(0, 2)).toEqual([
      { number: 3, times: 3 },
      { number: 2, times: 2 },
    ]);
    expect(counts?.cold.every(({ times }) => times === 0)).toBe(true);
  });
});

describe("the commitment received before the spin", () => {
  const at = "2026-01-01T00:00:00.000Z";
  const [golden, other] = vectors.rounds;
  if (!golden || !other) throw new Error("no golden spins");
  const { round, commitment, salt, link, pocket } = golden;
  const rules_version = "roulette-1";
  const early: RouletteSnapshot = {
    round,
    commitment,
    salt,
    rules_version,
    state: "betting",
    betting_ends_at: at,
    started_at: null,
    rests_at: null,
    pocket: null,
    link: null,
    bets: [],
    bet_count: 0,
    mine: [],
    history: [],
    pockets: [],
    win_caps: {},
  };
  const late: RouletteSnapshot = { ...early, state: "landed", betting_ends_at: null, pocket, link };
  const landed = { event: "landed", data: { round, pocket, link } } as const;

  test("matches every golden spin, and none with another secret, salt, round or number", () => {
    for (const { link, pocket, ...promised } of vectors.rounds)
      expect(keepsCommitment({ promised: { ...promised, rules_version }, link, pocket })).toBe(true);
    const promised = { round, commitment, salt, rules_version };
    for (const broken of [
      { promised, link, pocket: (pocket + 1) % 37 },
      { promised, link: other.link, pocket },
      { promised, link: "no secret", pocket },
      { promised: { ...promised, commitment: other.commitment }, link, pocket },
      { promised: { ...promised, salt: other.salt }, link, pocket },
      { promised: { ...promised, round: 5 }, link, pocket },
    ])
      expect(keepsCommitment(broken)).toBe(false);
  });

  test("is checked by the rules that were named with it, not by the current ones; newer rules than the page's say nothing", () => {
    const roulette1 = rouletteRules.rulesOf("roulette-1");
    const roulette2: RouletteRules = { ...roulette1, version: "roulette-2", pockets: 38 };
    const versions = ruleVersions({ current: roulette2, all: [roulette1, roulette2] });
    const evidence = { promised: { round, commitment, salt, rules_version }, link, pocket };
    const later = { ...evidence, promised: { ...evidence.promised, rules_version: "roulette-2" } };
    expect(keepsCommitment(evidence, versions)).toBe(true);
    expect(keepsCommitment(later, versions)).toBe(false);
    expect(keepsCommitment(later)).toBeNull();
  });

  test("counts when it was received before the wheel turned, also across a lost connection", () => {
    const view = viewOfSnapshot(early);
    expect(evidenceOf(view)).toBeNull();
    const evidence = { promised: { round, commitment, salt, rules_version }, link, pocket };
    expect(evidenceOf(applyRoulette(view, landed))).toEqual(evidence);
    expect(evidenceOf(viewOfSnapshot(late, view))).toEqual(evidence);
    expect(evidenceOf(applyRoulette(viewOfSnapshot({ ...early, state: "locked" }), landed))).toEqual(evidence);
  });

  test("is ignored when received later, and a second one for the same spin does not replace it", () => {
    expect(evidenceOf(viewOfSnapshot(late))).toBeNull();
    expect(evidenceOf(applyRoulette(viewOfSnapshot({ ...early, state: "spinning" }), landed))).toBeNull();
    const updated = viewOfSnapshot({ ...early, commitment: other.commitment }, viewOfSnapshot(early));
    expect(updated.promised).toEqual({ round, commitment, salt, rules_version });
    const opening = { ...early, round, commitment: other.commitment, salt, rules_version, betting_ends_at: at };
    expect(applyRoulette(updated, { event: "betting", data: opening }).promised).toEqual({
      round,
      commitment,
      salt,
      rules_version,
    });
    const next = { event: "betting", data: { ...opening, round: round + 1 } } as const;
    expect(applyRoulette(updated, next).promised).toMatchObject({ round: round + 1, commitment: other.commitment });
    expect(evidenceOf(applyRoulette(applyRoulette(updated, next), landed))).toBeNull();
  });
});
