import { describe, expect, test } from "vitest";
import { parseDecimal as m } from "#kit/money/amount.ts";
import fc from "#kit/testing/fast-check.ts";
import { withOwnBet } from "#modules/engines/shared-rounds/web/own-bets.ts";
import type { CrashOwnBet } from "../shared/contract.ts";
import { type CrashView, emptyCrashView } from "./crash-view.ts";
import { dueBet, emptySlot, endOfRun, panelBets, type Slot, slotPhase } from "./slots.ts";

const bet = (id: string, over: Partial<CrashOwnBet> = {}): CrashOwnBet => ({
  id,
  round: 7,
  at: id,
  currency: "USD",
  stake: "5",
  payout: "0",
  multiplier: "0.00",
  status: "open",
  auto_cash_out: null,
  win_cap: "100",
  panel: null,
  ...over,
});
const view = (state: CrashView["state"], ...mine: CrashOwnBet[]): CrashView => ({
  ...emptyCrashView,
  round: 7,
  state,
  mine,
});
const request = { playerId: "p", stake: m("2.5"), currency: "USD" as const, autoCashOut: 300 };

const flying = (of: Slot, own: CrashOwnBet | null) => slotPhase(of, own, "flying");

describe("a bet panel", () => {
  test("follows the round: open, placed, running, and free for the next one", () => {
    expect(slotPhase(emptySlot, null, "betting").name).toBe("open");
    expect(slotPhase(emptySlot, bet("a"), "betting").name).toBe("placed");
    expect(slotPhase(emptySlot, bet("a"), "locked").name).toBe("placed");
    expect(flying(emptySlot, bet("a"))).toMatchObject({ name: "riding", cashing: false });
    expect(flying(emptySlot, bet("a", { status: "settled", payout: "10" })).name).toBe("between");
    expect(slotPhase(emptySlot, bet("a"), "crashed").name).toBe("between");
  });
  test("a queued bet waits for the next round and is due once, when it opens", () => {
    const slot = { ...emptySlot, queued: request };
    expect(flying(slot, null)).toEqual({ name: "queued", request });
    expect(dueBet(slot, null, "flying")).toBeNull();
    expect(dueBet(slot, null, "betting")).toEqual(request);
    expect(dueBet({ ...slot, placing: true }, null, "betting")).toBeNull();
    expect(dueBet(slot, bet("a"), "betting")).toBeNull();
  });
  test("bob may queue a bet for the next round while one is running, and still sees the bet", () => {
    const slot = { ...emptySlot, queued: request };
    expect(flying(slot, bet("a")).name).toBe("riding");
    expect(flying(slot, bet("a", { status: "settled" })).name).toBe("queued");
  });
  test("shows its bet as soon as the channel delivers it, even before the response to placing it", () => {
    expect(slotPhase({ ...emptySlot, placing: true }, bet("a"), "betting").name).toBe("placed");
  });
});

describe("which panel shows which bet", () => {
  const ids = (...mine: CrashOwnBet[]) => panelBets(view("flying", ...mine)).map(own => own?.id ?? null);
  test("a bet is shown in the panel it names", () => {
    expect(ids(bet("1", { panel: "b" }))).toEqual([null, "1"]);
    expect(ids(bet("1", { panel: "b" }), bet("2", { panel: "a" }))).toEqual(["2", "1"]);
  });
  test("bets placed through the API name none and take the free panels in order of placement", () => {
    expect(ids(bet("2"), bet("1"))).toEqual(["1", "2"]);
    expect(ids(bet("1"), bet("2", { panel: "a" }))).toEqual(["2", "1"]);
  });
  test("two tabs that both bet from panel A show one bet in each panel", () => {
    expect(ids(bet("2", { panel: "a" }), bet("1", { panel: "a" }))).toEqual(["1", "2"]);
  });
  test("a bet of the round before frees its panel", () => {
    expect(ids(bet("old", { panel: "a", round: 6 }), bet("1", { panel: "b" }))).toEqual([null, "1"]);
  });

  /** Every event about a bet that can reach the page, in any order and any number of times. */
  const messages = fc.constantFrom("response", "event", "cashed", "reload") as fc.Arbitrary<Message>;
  test("for events in any order, no bet is in two panels and each is in the one it names", () => {
    const steps = fc.array(fc.tuple(messages, fc.constantFrom("a", "b") as fc.Arbitrary<"a" | "b">), { maxLength: 12 });
    fc.assert(
      fc.property(steps, played => {
        const taken = new Map<string, CrashOwnBet>();
        let shown = view("betting");
        for (const [message, panel] of played) {
          shown = applyMessage(shown, message, panel, taken);
          const [a, b] = panelBets(shown);
          expect([a?.panel ?? "a", b?.panel ?? "b"]).toEqual(["a", "b"]);
          expect(shown.mine.map(own => own.id).sort()).toEqual([a, b].flatMap(own => (own ? [own.id] : [])).sort());
        }
      }),
    );
  });
});

type Message = "response" | "event" | "cashed" | "reload";

/** The state after an event about the bet of a panel; `taken` is what the server has accepted. */
function applyMessage(
  shown: CrashView,
  message: Message,
  panel: "a" | "b",
  taken: Map<string, CrashOwnBet>,
): CrashView {
  const placed = taken.get(panel) ?? bet(`bet-${panel}`, { panel, at: String(taken.size) });
  if (message === "reload") return { ...shown, mine: [...taken.values()] };
  const now: CrashOwnBet = message === "cashed" ? { ...placed, status: "settled", payout: "10" } : placed;
  taken.set(panel, now);
  return withOwnBet(shown, now);
}

describe("a bet of a run", () => {
  const end = (...mine: CrashOwnBet[]) => endOfRun({ id: "a", round: 7 }, view("crashed", ...mine));
  test("has ended when the server reports it, with its stake if it was refunded", () => {
    expect(end(bet("a"))).toBeNull();
    expect(end(bet("a", { status: "settled", payout: "10" }))).toEqual({
      kind: "settled",
      stake: m("5"),
      payout: m("10"),
    });
    expect(end(bet("a", { status: "voided" }))).toEqual({ kind: "settled", stake: m("5"), payout: m("5") });
  });
  test("is awaited while its round is shown, and given up when another one is shown and no result has arrived", () => {
    expect(end(bet("b", { status: "settled" }))).toBeNull();
    expect(endOfRun({ id: "a", round: 7 }, emptyCrashView)).toBeNull();
    const lost = { kind: "refused", reason: "error" };
    expect(endOfRun({ id: "a", round: 6 }, view("betting", bet("b")))).toEqual(lost);
  });
});
