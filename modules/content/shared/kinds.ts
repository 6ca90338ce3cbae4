/** What is published as documents. */
export const kinds = ["policy", "faq", "promo", "banner"] as const;
export type Kind = (typeof kinds)[number];

/** A document's name in addresses. */
export const keyPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const longestKey = 60;
/** Characters of one language of a version. */
export const longestText = 40_000;

/** Documents that pages need: they are changed, never added or taken down. */
export const isFixed = (kind: Kind): boolean => kind === "policy" || kind === "faq";

/** Pages that show banners. */
export const slots = ["bonuses", "tournaments"] as const;
export type Slot = (typeof slots)[number];

export const audiences = ["all", "guests", "players"] as const;

/** Where a banner is shown, to whom, and in which order: the highest first. */
export interface Placement {
  readonly slot: Slot;
  readonly audience: (typeof audiences)[number];
  readonly priority: number;
}
