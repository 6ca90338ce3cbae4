import { showOffer, welcomeOffer } from "#kit/contract/offer-ends.ts";
import { bannerSeconds } from "#kit/contract/site-cookies.ts";
import { getPromo } from "#modules/attribution/shared/contract.ts";
import { getBonus, getWaitingBonus } from "#modules/bonuses/shared/contract.ts";
import { getWelcomePacks } from "#modules/welcome-pack/shared/contract.ts";
import type { Page } from "./page.ts";

/** An offer. `endsAt`: milliseconds since 1970; null for never. */
export interface Offer {
  readonly kind: "promo" | "welcome" | "waiting" | "granted";
  /** The promotion's code, the pack's title, the bonus' name. */
  readonly name: string;
  readonly endsAt: number | null;
}

/** The step `banner`: a player's waiting bonus, else their granted one; a guest's promotion, else the welcome pack; null if there is no offer. */
export async function offerFor(page: Page, who: "guest" | "player"): Promise<Offer | null> {
  if (page.bot) return null;
  if (who === "player") return (await waitingBonus(page)) ?? grantedBonus(page);
  return (await promo(page)) ?? welcomePack(page);
}

async function waitingBonus(page: Page): Promise<Offer | null> {
  const { data } = await page.call(getWaitingBonus, {});
  return data && { kind: "waiting", name: data.name, endsAt: endOf(page, data) };
}

/** The bonus an operator granted, by the cookie `super_bonus`; the cookie of an unavailable one is removed. */
async function grantedBonus(page: Page): Promise<Offer | null> {
  const id = page.cookies.get("super_bonus");
  if (id === null) return null;
  try {
    const { data } = await page.call(getBonus, { params: { id } });
    if (data.status === "waiting") return { kind: "granted", name: data.name, endsAt: endOf(page, data) };
    page.cookies.remove("super_bonus");
  } catch (error) {
    const { status } = error as { status?: number };
    if (status === 404 || status === 422) page.cookies.remove("super_bonus");
  }
  return null;
}

function endOf(page: Page, { expires_in: left }: { readonly expires_in: number | null }): number | null {
  return left === null ? null : page.now() + left * 1000;
}

/** The promotion of the address or of an earlier page. An invalid one, and one whose countdown has ended, is removed from both: no registration sends it. */
async function promo(page: Page): Promise<Offer | null> {
  const { cookies } = page;
  const code = page.url().searchParams.get("promo") || cookies.get("promo");
  if (!code) return null;
  try {
    const { data } = await page.call(getPromo, { params: { code } });
    const ownEnd = data.expires_in === null ? Number.POSITIVE_INFINITY : page.now() + data.expires_in * 1000;
    const endsAt = Math.min(ownEnd, showOffer(cookies, code, bannerSeconds.promo, page.now()));
    if (endsAt > page.now()) return { kind: "promo", name: code, endsAt };
    forgetPromo(page);
    return null;
  } catch (error) {
    const { status } = error as { status?: number };
    if (status === 404 || status === 422) forgetPromo(page);
    return null;
  }
}

function forgetPromo(page: Page): void {
  for (const name of ["promo", "adBonusType", "adBonusValue", "adBonusModal"] as const) page.cookies.remove(name);
  const url = page.url();
  if (!url.searchParams.has("promo")) return;
  url.searchParams.delete("promo");
  page.replaceAddress(url);
}

async function welcomePack(page: Page): Promise<Offer | null> {
  const { data } = await page.call(getWelcomePacks, {});
  const [pack] = data;
  if (!pack) return null;
  const endsAt = showOffer(page.cookies, welcomeOffer, bannerSeconds.welcome, page.now());
  return endsAt > page.now() ? { kind: "welcome", name: pack.publicTitle, endsAt } : null;
}
