import { use, useEffect, useRef } from "react";
import { useClient } from "#kit/web/client.ts";
import { keepIdentity } from "#kit/web/fingerprint.ts";
import { preloadAtUse } from "#kit/web/preload-at-use.ts";
import { TextContext } from "#kit/web/texts.tsx";
import { readToken } from "#modules/accounts/web/cookie.ts";
import { beginVisit, useSession, useSessionStore } from "#modules/accounts/web/session.ts";
import { useFetchUser } from "#modules/accounts/web/use-arrival.ts";
import { loadModal } from "../modals.tsx";
import { type DeviceFlags, keepDeviceFlags } from "./device-flags.ts";
import { InstallStrip } from "./install-strip.tsx";
import { keepMirrors } from "./mirrors.ts";
import { clearCaches } from "./service-worker.ts";
import { useVersions } from "./use-versions.ts";

/** By then the page has all it needs, and a visitor who is still there is likely to press something. */
const dialogWaitMs = 6_000;

/** The site as an app, after hydration: versions, service worker, mirrors, install prompt, identity. */
export default function AppLife() {
  useVersions();
  useEffect(keepIdentity, []);
  useEffect(() => keepDeviceFlags(window, markDevice), []);
  useMirrors();
  useForgetting();
  useReturning();
  useFirstDialog();
  return <InstallStrip />;
}

/** For styles: `<html data-device="mobile">`. */
function markDevice({ isMobile, isTablet }: DeviceFlags): void {
  document.documentElement.dataset.device = isMobile ? "mobile" : isTablet ? "tablet" : "desktop";
}

/** While signed in, the service worker gets the list of mirrors. */
function useMirrors(): void {
  const { api } = useClient();
  const isPlayer = useSession(state => state.status === "player");
  useEffect(() => (isPlayer ? keepMirrors(api) : undefined), [api, isPlayer]);
}

/** Sign-out clears all caches. */
function useForgetting(): void {
  const status = useSession(state => state.status);
  const before = useRef(status);
  useEffect(() => {
    if (before.current === "player" && status === "guest") void clearCaches();
    before.current = status;
  }, [status]);
}

/**
 * The player may have signed in, changed the currency, begun a break or set limits in another tab: they are read again when this one is
 * shown.
 */
function useReturning(): void {
  const store = useSessionStore();
  const client = useClient();
  const fetchUser = useFetchUser();
  useEffect(() => {
    const read = () => {
      const { status, held } = store.getState();
      // A game that is about to show a result must not have it revealed by the balance.
      if (document.visibilityState !== "visible" || held || (status === "guest" && readToken() === null)) return;
      if (status === "guest") {
        beginVisit(store);
        client.tokenChanged();
      }
      void fetchUser();
    };
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, [store, client, fetchUser]);
}

/** The dialog of the top bar's main action is loaded before it is asked for, so that the first press opens it at once. */
function useFirstDialog(): void {
  const texts = use(TextContext);
  const status = useSession(state => state.status);
  useEffect(() => {
    if (status === "unknown") return undefined;
    return preloadAtUse(document, () => loadModal[status === "guest" ? "signup" : "deposit"](texts), dialogWaitMs);
  }, [status, texts]);
}
