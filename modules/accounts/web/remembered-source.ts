import { offerEnd, welcomeOffer } from "#kit/contract/offer-ends.ts";
import { pageCookies } from "#kit/web/cookies.ts";
import type { RegistrationSource } from "#modules/accounts/shared/contract.ts";

/** The visitor's source, stored by this browser from the first page on: a registration sends it. */
export function rememberedSource(): RegistrationSource {
  const welcomeEnd = offerEnd(pageCookies, welcomeOffer);
  const known = {
    fpp: localStorage.getItem("fingerprint"),
    partner: pageCookies.get("partner"),
    adplace: pageCookies.get("adplace"),
    stag: pageCookies.get("stag"),
    promo: pageCookies.get("promo"),
    click_id: pageCookies.get("ad_click_id"),
    click_source: pageCookies.get("ad_click_source"),
    cpa_id: pageCookies.get("ad_cpa_id"),
    offer_ends: welcomeEnd === null ? null : new Date(welcomeEnd).toISOString(),
  };
  return Object.fromEntries(Object.entries(known).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
