import { useMemo } from "react";
import { useRouteLoaderData } from "react-router";
import type { HostData } from "./context.ts";
import type { RootData } from "./lang.ts";

/** Settings of the host name, for the lifetime of a page. */
export interface SiteSettings {
  /** The revenue share site for partners; null if this host has none. */
  readonly revshareUrl: string | null;
  /** The Telegram channel; null if this host has none. */
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
