import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { SeedSource } from "#modules/fairness/server/index.ts";
import { isBetExpired, isOldKey } from "./archive/expired-keys.ts";
import type {
  EndOfRound,
  FinishAnswer,
  PlaceAnswer,
  PlaceBet,
  SettleAnswer,
  Settlement,
  StepAnswer,
  StepOfRound,
  WalletPort,
  WalletRounds,
} from "./port.ts";
import { isStepOf, repeatedStep } from "./step-batch.ts";
import { answerable } from "./task.ts";
import type { WalletLanes } from "./wallet-lanes.ts";

/** Bets: placed, settled, and played in steps. Each resolves after its commit. */
export function createBetOperations(
  { ids, clock, db }: Pick<Host, "ids" | "clock"> & { readonly db: Queryable },
  pairs: SeedSource,
  { enqueue }: Pick<WalletLanes, "enqueue">,
): Pick<WalletPort, "place" | "settle"> & Pick<WalletRounds, "step" | "finish"> {
  const loading = new Map<PlayerId, Promise<unknown>>();

  /** One load for all waiting callers, so that a player's bets continue in the order they arrived. */
  function loadPair(player: PlayerId): Promise<unknown> {
    const waiting = loading.get(player) ?? pairs.load(player).finally(() => loading.delete(player));
    loading.set(player, waiting);
    return waiting;
  }

  async function place(bet: PlaceBet): Promise<PlaceAnswer> {
    const modes = [bet.draw, bet.begin, bet.bettingWindow].filter(mode => mode !== undefined).length;
    invariant(bet.stake > 0n && modes <= 1, "a stake of zero, or a bet that is decided in two ways");
    if (isOldKey(bet.key, clock.now()) && (await isBetExpired(db, bet, clock.now())))
      return { kind: "refused", reason: "idempotency_expired" };
    const kind = bet.draw ? "drawn" : bet.begin ? "begun" : "open";
    if (kind !== "open" && !pairs.cached(bet.player)) await loadPair(bet.player);
    return new Promise((resolve, reject) =>
      enqueue({ ...answerable<PlaceAnswer>(bet.player, resolve, reject), kind, bet, key: bet.key }),
    );
  }

  function settle(settlement: Settlement): Promise<SettleAnswer> {
    const settleKey = settlement.key ?? ids.next();
    return new Promise((resolve, reject) =>
      enqueue({
        ...answerable<SettleAnswer>(settlement.player, resolve, reject),
        kind: "settle",
        settlement,
        key: settlement.bet,
        settleKey,
      }),
    );
  }

  async function step(one: StepOfRound): Promise<StepAnswer> {
    if (isStepOf(one.round, one.key)) return repeatedStep(one, one.round);
    return new Promise((resolve, reject) =>
      enqueue({
        ...answerable<StepAnswer>(one.round.player, resolve, reject),
        kind: "step",
        step: one,
        key: one.round.key,
      }),
    );
  }

  async function finish(end: EndOfRound): Promise<FinishAnswer> {
    const { round, result } = end;
    invariant(result.kind === "voided" || result.payout <= round.winCap, "a payout over its win cap");
    invariant(!end.last || end.key, "a step without a key");
    if (isStepOf(round, end.key)) return { kind: "refused", reason: "idempotency_conflict" };
    return new Promise((resolve, reject) =>
      enqueue({
        ...answerable<FinishAnswer>(round.player, resolve, reject),
        kind: "finish",
        end,
        key: round.key,
        settleKey: end.key ?? ids.next(),
      }),
    );
  }

  return { place, settle, step, finish };
}
