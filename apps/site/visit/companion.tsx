import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import { onAnalytics } from "#kit/web/analytics.ts";
import { useClient } from "#kit/web/client.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import { getMirrorsToCheck, sendMirrorResults } from "#modules/mirrors/shared/contract.ts";
import { probeImage, startMirrorCheck } from "#modules/mirrors/web/mirror-check.ts";
import type { Redirect } from "#modules/redirects/shared/contract.ts";
import { notifyServer } from "./analytics.ts";
import { attach } from "./attribution.ts";
import { BonusBanner } from "./bonus-banner.tsx";
import { browserPage } from "./browser-page.ts";
import type { Page } from "./page.ts";
import { Promotion } from "./promotion-companion.tsx";
import { leadOn, redirectOf } from "./redirects.ts";
import { settle } from "./steps.ts";

/** The browser's part of a visit after the first paint. Loaded then, rendered once. */
export default function VisitCompanion() {
  const { api } = useClient();
  const [page] = useState(() => browserPage(api));
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    void settle(page).then(leaves => setSettled(!leaves));
  }, [page]);
  useEffect(() => onAnalytics((event, facts) => void notifyServer(page, event, facts)), [page]);
  useRedirects(page);
  useArrivals(page);
  useMirrorCheck(page);
  return (
    <>
      <BonusBanner page={page} />
      <Promotion page={page} settled={settled} />
    </>
  );
}

/**
 * Looks up every path that this page navigates to, once; the first was looked up by the server. A redirect applies only while
 * the visitor is on that path.
 */
function useRedirects(page: Page): void {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const navigate = useNavigate();
  const asked = useRef(new Set([pathname]));
  const [found, setFound] = useState<(Redirect & { readonly from: string }) | null>(null);
  useEffect(() => {
    if (asked.current.has(pathname)) return;
    asked.current.add(pathname);
    void redirectOf(page, pathname).then(redirect => redirect && setFound({ ...redirect, from: pathname }));
  }, [page, pathname]);
  useEffect(() => {
    if (found?.from !== pathname || state !== "idle") return;
    setFound(null);
    const inside = leadOn(page, found);
    if (inside !== null) void navigate(inside, { replace: true });
  }, [page, found, pathname, state, navigate]);
}

/** A player who signs in on this page may be new: their attribution is reported. */
function useArrivals(page: Page): void {
  const status = useSession(state => state.status);
  const wasGuest = useRef(status === "guest");
  useEffect(() => {
    if (status === "player" && wasGuest.current) void attach(page);
    wasGuest.current = status === "guest";
  }, [page, status]);
}

function useMirrorCheck(page: Page): void {
  const { api } = useClient();
  const status = useSession(state => state.status);
  useEffect(() => {
    if (status !== "player") return;
    return startMirrorCheck({
      now: Date.now,
      random: Math.random,
      after: (ms, task) => {
        const timer = setTimeout(task, ms);
        return () => clearTimeout(timer);
      },
      domains: async () => (await api.call(getMirrorsToCheck, {})).data.domains,
      send: results => api.call(sendMirrorResults, { body: { results } }),
      probe: probeImage,
      lastAt: () => Number(page.cookies.get("checkDomainsTimestamp") ?? "") || null,
      remember: at => page.cookies.set("checkDomainsTimestamp", String(at)),
      log: page.log,
    });
  }, [api, page, status]);
}
