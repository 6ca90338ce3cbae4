import { defaultLocale, type Locale, locales } from "#kit/i18n/locale.ts";

/** What is published as documents. */
export const kinds = ["policy", "faq", "promo", "banner", "template", "redirects", "texts"] as const;
export type Kind = (typeof kinds)[number];
/** Kinds of which operators begin new documents. */
export const openKinds = ["promo", "banner"] as const;

/** A document's name in addresses. */
export const keyPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const longestKey = 60;
/** Characters of one language of a version. */
export const longestText = 40_000;

/** Documents that the site needs: they are changed, never added or taken down. */
export const isFixed = (kind: Kind): boolean => kind !== "promo" && kind !== "banner";

/** Kinds of one document each: its name is that of the kind. */
export const isSingle = (kind: Kind): boolean => kind === "faq" || kind === "redirects" || kind === "texts";

/** The languages of a version; a list of addresses has none of its own and is stored as English. */
export const languagesOf = (kind: Kind): readonly Locale[] => (kind === "redirects" ? [defaultLocale] : locales);

/** Pages that show banners. */
export const slots = ["home", "bonuses", "tournaments"] as const;
export type Slot = (typeof slots)[number];

export const audiences = ["all", "guests", "players"] as const;

/** Where a banner is shown, to whom, and in which order: the highest first. */
export interface Placement {
  readonly slot: Slot;
  readonly audience: (typeof audiences)[number];
  readonly priority: number;
  /** Where visitors are; without it, everywhere. */
  readonly countries?: string[] | undefined;
  /** Languages of the pages that show it; without it, all. */
  readonly languages?: Locale[] | undefined;
}

export const mostCountries = 60;
