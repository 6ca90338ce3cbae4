import { attachSource, attributeUtm, registerPageOpen, utmNames } from "#modules/attribution/shared/contract.ts";
import { browserId, type Page, quietly } from "./page.ts";

/** Query parameters that are stored as cookies of the same name; the first one stays. */
const links = ["stag", "partner", "adplace", "promo"] as const;

/** The step `attribution`. */
export async function attribute(page: Page): Promise<void> {
  if (page.bot) return;
  const found = rememberLinks(page);
  await attributeAdvertisement(page);
  if (found) await attach(page);
  await openedBySub(page);
}

/** Stores the attribution of the address. Returns true if it had any. */
export function rememberLinks({ url, cookies }: Page): boolean {
  const query = url().searchParams;
  let found = false;
  const keep = (name: Parameters<typeof cookies.set>[0], value: string | null, first = false) => {
    if (!value) return;
    found = true;
    if (!first || cookies.get(name) === null) cookies.set(name, value);
  };
  for (const name of links) keep(name, query.get(name), true);
  keep("prHash", query.get("pr"));
  if (query.has("simple_auth")) cookies.set("simpleAuth", "true");
  const campaign = query.get("utm_campaign");
  const isAdvertisement = campaign === "advertise" && query.has("click_id") && query.has("click_source");
  if (isAdvertisement) {
    keep("ad_campaign", campaign);
    keep("ad_click_id", query.get("click_id"));
    keep("ad_click_source", query.get("click_source"));
  } else if (campaign === "advertcpa" && query.has("clickid")) {
    keep("ad_campaign", campaign);
    keep("ad_cpa_id", query.get("clickid"));
  }
  return found;
}

/** Reports an advertisement: only with all four utm parameters, and only once, which `advId` records. */
export async function attributeAdvertisement(page: Page): Promise<void> {
  const { cookies } = page;
  const query = page.url().searchParams;
  if (cookies.get("advId") !== null || !utmNames.every(name => query.get(name))) return;
  await quietly(page, "middleware error", async () => {
    const body = Object.fromEntries(query) as Record<(typeof utmNames)[number], string>;
    const { advId, promo } = await page.call(attributeUtm, { body });
    cookies.set("advId", advId);
    if (!promo) return;
    cookies.set("adBonusType", promo.type);
    cookies.set("adBonusValue", promo.value);
    cookies.set("adBonusModal", "false");
  });
}

/** Attaches the stored attribution to the advertisement, and to the player if signed in. */
export async function attach(page: Page): Promise<void> {
  const known = {
    stag: "stag",
    promo: "promo",
    partnerId: "partner",
    advId: "advId",
    advertiseUid: "ad_click_id",
    advertiseSource: "ad_click_source",
    cpaOneUid: "ad_cpa_id",
    prHash: "prHash",
  } as const;
  const body = Object.fromEntries(
    Object.entries(known).flatMap(([field, cookie]) => {
      const value = page.cookies.get(cookie);
      return value === null ? [] : [[field, value]];
    }),
  );
  if (Object.keys(body).length === 0) return;
  await quietly(page, "the source was not attached", () => page.call(attachSource, { body }));
}

/** With `subH` the opening of the page is reported, with the browser's fingerprint. */
export async function openedBySub(page: Page): Promise<void> {
  const url = page.url();
  const subH = url.searchParams.get("subH");
  if (!subH) return;
  const uuid = page.storage.getItem("fingerprint") ?? browserId(page);
  await quietly(page, "failed to report the page view", () =>
    page.call(registerPageOpen, { body: { subH, uuid, click_url: url.href } }),
  );
}
