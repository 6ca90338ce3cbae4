/** What the rules of a licence ask of bonuses, in addition to ours. */

export const bonusProfiles = ["base", "uk"] as const;
export type BonusProfile = (typeof bonusProfiles)[number];

/** No bet of our own games that may take bonus money counts less than this, in thousandths (`apps/server/rates-of-bonuses.test.ts`). */
export const leastGameRate = 200;

/** UKGC LCCP 5.1.1 from 19 January 2026: bets of at most ten times the bonus, at the rate that counts least. */
const mostTimesUk = 10;

/** Wagering that a profile allows: `mostTimesUk` after dividing by the lowest rate. */
export const mostWagerUk = Math.floor((mostTimesUk * leastGameRate) / 1000);

export type ProfileRefusal = {
  readonly field: "wager" | "product" | "cap" | "free_spins";
  readonly key: "wager_over_profile" | "product_over_profile" | "cap_over_profile" | "free_spins_over_profile";
};

/**
 * What of a bonus the profile does not allow. The rates of slips, and of games of outside providers, have no lower bound: in the UK profile a bonus for
 * betting is refused, and so is one of free rounds, and one for games lists our own.
 */
export function refusedBy(
  profile: BonusProfile,
  {
    product,
    wager,
    cap,
    freeSpins,
  }: {
    readonly product: "games" | "betting";
    readonly wager: number;
    readonly cap?: bigint | null;
    readonly freeSpins?: string | null;
  },
): ProfileRefusal | undefined {
  if (profile === "base") return undefined;
  if (product === "betting") return { field: "product", key: "product_over_profile" };
  if (freeSpins) return { field: "free_spins", key: "free_spins_over_profile" };
  if (cap) return { field: "cap", key: "cap_over_profile" };
  return wager > mostWagerUk ? { field: "wager", key: "wager_over_profile" } : undefined;
}

/** Whether the condition of a promotion may name play at all: what players staked and lost is known of games and betting together, and a promotion is for one product. */
export const allowsConditionsOfPlay = (profile: BonusProfile): boolean => profile === "base";
