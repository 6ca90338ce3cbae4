import { type AdPromotion, getAdPromotion } from "#modules/bonuses/shared/contract.ts";
import type { Page } from "./page.ts";

export interface ShownPromotion {
  readonly promotion: AdPromotion;
  /** Milliseconds since 1970; null for never. */
  readonly endsAt: number | null;
}

/**
 * The promotion whose dialog has not been closed in this browser: `adBonusModal` is `false` for as long as its cookies live. One that the server
 * no longer shows to this visitor is forgotten.
 */
export async function promotionOf(page: Page): Promise<ShownPromotion | null> {
  const { cookies } = page;
  const advId = cookies.get("advId");
  const isComplete = cookies.get("adBonusType") !== null && cookies.get("adBonusValue") !== null;
  if (page.bot || advId === null || !isComplete || cookies.get("adBonusModal") !== "false") return null;
  try {
    const { data } = await page.call(getAdPromotion, { params: { id: advId } });
    return { promotion: data, endsAt: data.expires_in === null ? null : page.now() + data.expires_in * 1000 };
  } catch (error) {
    const { status } = error as { status?: number };
    if (status !== 404 && status !== 422) page.log("the promotion could not be read", error);
    else for (const name of ["adBonusType", "adBonusValue", "adBonusModal"] as const) cookies.remove(name);
    return null;
  }
}

/** The dialog is shown once. */
export const closePromotion = ({ cookies }: Page): void => cookies.set("adBonusModal", "true");

/** The code goes with the registration, unless a link has brought another one before. */
export function registerWithPromotion(page: Page, { code }: AdPromotion): void {
  closePromotion(page);
  if (page.cookies.get("promo") === null) page.cookies.set("promo", code);
}
