import { useMemo } from "react";
import { useRouteLoaderData } from "react-router";
import type { HostData } from "./context.ts";
import type { RootData } from "./lang.ts";

/** What the site keeps of the data of its host name, for as long as a page lives. */
export interface SiteSettings {
  /** Where partners work: the site of the revenue share; null where this host names none. */
  readonly revshareUrl: string | null;
  /** The house's channel in Telegram; null where this host names none. */
  readonly tgChannelUrl: string | null;
}

export function settingsOf(mirror: HostData | undefined): SiteSettings {
  return {
    revshareUrl: mirror?.revshare_service_frontend_url ?? null,
    tgChannelUrl: mirror?.telegram_channel_url ?? null,
  };
}

/** The settings of this page's host. */
export function useSiteSettings(): SiteSettings {
  const mirror = useRouteLoaderData<RootData>("root")?.mirror;
  return useMemo(() => settingsOf(mirror), [mirror]);
}
