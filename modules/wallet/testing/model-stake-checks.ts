import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import { leaseTo, type StakeLimits } from "#modules/limits/shared/allowance.ts";
import type { BreakKind } from "#modules/limits/shared/breaks.ts";
import { neverPlayed, type PlayState, renewLease, usualPlayLimits } from "#modules/limits/shared/play-time.ts";
import type { DayPrices } from "#modules/rates/shared/day-prices.ts";
import { takesBonus } from "#modules/wagering/shared/grant.ts";
import type { PlaceAnswer, PlaceBet } from "../server/port.ts";
import type { PlaceSlip } from "../server/slips/port.ts";
import type { ModelGrants } from "./model-grants.ts";
import type { ModelLedger, ModelWallet } from "./model-ledger.ts";

export interface StakeChecksNeeds {
  readonly ledger: ModelLedger;
  readonly grants: ModelGrants;
  readonly now: () => number;
  /** Days since 1970, UTC. */
  readonly today: () => number;
  /** The prices fixed for a day; none without. */
  readonly prices?: ((day: number) => DayPrices | undefined) | undefined;
}

/** What decides which money a stake takes. */
type Staked = Pick<PlaceBet, "stake" | "rate" | "game">;

const noStakeLimits: StakeLimits = { wager: [], loss: [] };

/** What refuses a stake in the wallet's model: breaks, daily limits, funds, play time; and how much of it is bonus money. */
export function createModelStakeChecks({ ledger, grants, now, today, prices }: StakeChecksNeeds) {
  const blocks = new Map<PlayerId, { until: number; kind: BreakKind }>();
  const limits = new Map<PlayerId, StakeLimits>();
  const plays = new Map<PlayerId, PlayState>();

  const isBlocked = (player: PlayerId) => (blocks.get(player)?.until ?? 0) > now();

  /** Whether a break or a daily limit refuses the stake: the totals of all wallets are added up for each. `own`: its real money. */
  function limitRefusal(
    { player, currency, stake }: Pick<PlaceBet, "player" | "currency" | "stake">,
    own = stake as bigint,
  ): "limit_reached" | "rates_unavailable" | undefined {
    if (isBlocked(player)) return "limit_reached";
    const days = ledger.daysOf(player);
    const leasing = leaseTo({ currency, stake, own }, days, limits.get(player) ?? noStakeLimits, prices?.(today()));
    return leasing.kind === "refused" ? leasing.reason : undefined;
  }

  function fundsRefusal(bet: Staked, wallet: ModelWallet): PlaceAnswer | undefined {
    if (bet.stake <= wallet.real + (mayTakeBonus(bet, wallet) ? wallet.bonus : 0n)) return undefined;
    const { grant } = wallet;
    const isOverMaxBet =
      grant !== undefined &&
      bet.stake <= wallet.real + wallet.bonus &&
      bet.stake > grant.maxBet &&
      mayTakeBonus({ ...bet, stake: grant.maxBet }, wallet);
    return isOverMaxBet ? { kind: "refused", reason: "bonus_max_bet" } : noFunds(wallet.real);
  }

  const noFunds = (real: bigint): PlaceAnswer => {
    return { kind: "refused", reason: "insufficient_funds", balance: micros(real) };
  };

  function mayTakeBonus({ stake, rate = 0, game }: Staked, { grant }: ModelWallet): boolean {
    return grant !== undefined && takesBonus(grant, { stake, rate, game: gameNumber(game) }, now());
  }

  function fromBonusOf(bet: Staked, wallet: ModelWallet): bigint {
    return mayTakeBonus(bet, wallet) && bet.stake > wallet.real ? bet.stake - wallet.real : 0n;
  }

  /** With the default time limits: the model's players set none. */
  function outOfTime(player: PlayerId): PlaceAnswer | undefined {
    const renewal = renewLease(plays.get(player) ?? neverPlayed, usualPlayLimits, now());
    if (renewal.kind === "refused") return { kind: "refused", ...renewal.refusal };
    plays.set(player, renewal.state);
    return undefined;
  }

  function stakeRefusal(slip: Pick<PlaceSlip, "player" | "currency" | "stake" | "rate">): PlaceAnswer | undefined {
    const { player, currency } = slip;
    if (!isBlocked(player)) grants.endDue(player, currency);
    const wallet = required(ledger.find(player, currency), "a slip has a wallet");
    const staked = { ...slip, game: "betting" };
    const limited = limitRefusal(slip, slip.stake - fromBonusOf(staked, wallet));
    if (limited) return { kind: "refused", reason: limited };
    return fundsRefusal(staked, wallet) ?? outOfTime(player);
  }

  function freeBetRefusal({ player, currency }: Pick<PlaceSlip, "player" | "currency">): PlaceAnswer | undefined {
    if (isBlocked(player)) return { kind: "refused", reason: "limit_reached" };
    grants.endDue(player, currency);
    return outOfTime(player);
  }

  /** The bonus money of a slip's stake; undefined when it takes none and counts nothing. */
  function slipShares(slip: Pick<PlaceSlip, "stake" | "rate">, wallet: ModelWallet): bigint | undefined {
    const staked = { ...slip, game: "betting" };
    return mayTakeBonus(staked, wallet) ? fromBonusOf(staked, wallet) : undefined;
  }

  return {
    isBlocked,
    /** Blocked by a self-exclusion at this time. */
    isExcluded(player: PlayerId, at: number): boolean {
      const block = blocks.get(player);
      return block !== undefined && block.kind === "self_exclusion" && block.until > at;
    },
    limitRefusal,
    fundsRefusal,
    noFunds,
    mayTakeBonus,
    fromBonusOf,
    outOfTime,
    stakeRefusal,
    freeBetRefusal,
    slipShares,
    setLimits: (player: PlayerId, set: StakeLimits) => void limits.set(player, set),
    block: (player: PlayerId, until: number, kind: BreakKind = "self_exclusion") =>
      void blocks.set(player, { until, kind }),
  };
}
