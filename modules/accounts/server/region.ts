import type { Config } from "#kit/host/config.ts";
import type { Call } from "#kit/http/handler.ts";

export type Region = "KZ" | "RU";

/** The region a call is for: the Region header where the site sets one, else the configured country of this deployment. */
export function regionOf(call: Pick<Call, "headers">, config: Pick<Config, "GEO_PRIVATE_COUNTRY">): Region {
  const { region } = call.headers;
  if (region === "KZ" || region === "RU") return region;
  return config.GEO_PRIVATE_COUNTRY === "KZ" ? "KZ" : "RU";
}
