const key = "offer-tip-hidden-until";
const dayMs = 86_400_000;

type TipStorage = Pick<Storage, "getItem" | "setItem">;

/** Whether the tip was closed less than 24 hours ago. A later timestamp comes from a wrong clock, and is ignored. */
export function isOfferTipHidden(storage: TipStorage, now: number): boolean {
  const until = Number(storage.getItem(key));
  return until > now && until <= now + dayMs;
}

export function hideOfferTip(storage: TipStorage, now: number): void {
  storage.setItem(key, String(now + dayMs));
}
