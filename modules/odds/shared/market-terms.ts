/** What operators set for a market. Amounts are micro-dollars as text, because JSON has no integers of that size. */
export interface MarketTerms {
  /** By outcome. */
  readonly prices?: Readonly<Record<string, OwnPrice>>;
  /** Our own margin: the provider's price to this power, in thousandths. 1000 and absent: none. */
  readonly power?: number;
  /** The most that one slip may win on an outcome of it. */
  readonly maxWin?: string;
  /** The most that an outcome of it may cost, all open slips together. */
  readonly cap?: string;
}

export interface OwnPrice {
  /** A ceiling only lowers the provider's price; a fixed price replaces it while it returns at most the stake on average. */
  readonly kind: "ceiling" | "fixed";
  /** Thousandths. */
  readonly price: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** The limits where operators set none. */
export interface LimitDefaults {
  readonly maxWin: bigint;
  readonly cap: bigint;
}

/** Whether the change costs Fairhouse nothing under any price of the provider: one person may make it. Anything else takes two. */
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
