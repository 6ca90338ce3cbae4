/** What operators set for a market. Amounts are micro-dollars as text, because JSON has no integers of that size. */
export interface MarketTerms {
  /** Our prices, by outcome. */
  readonly prices?: Readonly<Record<string, OwnPrice>>;
  /** Our own margin: the provider's price to this power, in thousandths. 1000 or absent: no margin of our own. */
  readonly power?: number;
  /** Maximum win of one slip on an outcome of this market. */
  readonly maxWin?: string;
  /** Maximum liability of an outcome of this market, over all open slips. */
  readonly cap?: string;
}

export interface OwnPrice {
  /** A ceiling only lowers the provider's price; a fixed price replaces it while it returns at most the stake on average. */
  readonly kind: "ceiling" | "fixed";
  /** Decimal odds in thousandths. */
  readonly price: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** The limits that apply if operators set none. */
export interface LimitDefaults {
  readonly maxWin: bigint;
  readonly cap: bigint;
}

/** Whether the change can't cost Fairhouse more at any provider price. One person may make such a change; any other requires two. */
export function isTightening(before: MarketTerms, after: MarketTerms, defaults: LimitDefaults, now: number): boolean {
  const limit = (terms: MarketTerms, name: keyof LimitDefaults) => BigInt(terms[name] ?? defaults[name]);
  if ((after.power ?? 1000) > (before.power ?? 1000)) return false;
  if (limit(after, "maxWin") > limit(before, "maxWin") || limit(after, "cap") > limit(before, "cap")) return false;
  const outcomes = new Set([...Object.keys(before.prices ?? {}), ...Object.keys(after.prices ?? {})]);
  return [...outcomes].every(outcome =>
    isLower(current(before.prices?.[outcome], now), current(after.prices?.[outcome], now)),
  );
}

const current = (price: OwnPrice | undefined, now: number) => (price && price.until > now ? price : undefined);

function isLower(before: OwnPrice | undefined, after: OwnPrice | undefined): boolean {
  if (before?.kind === "fixed" || after?.kind === "fixed")
    return before?.kind === after?.kind && before?.price === after?.price && before?.until === after?.until;
  if (!before) return true;
  return after !== undefined && after.price <= before.price && after.until >= before.until;
}
