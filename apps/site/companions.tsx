import { lazy, type ReactNode, Suspense, startTransition, use, useEffect, useRef, useState } from "react";
import { useLocation, useRouteLoaderData } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showTimesIn } from "#kit/i18n/time-zone.ts";
import type { ApiError } from "#kit/web/api-error.ts";
import { ClientContext, createClient } from "#kit/web/client.ts";
import { type RootData, useLocale } from "#kit/web/lang.ts";
import { type ModalName, modalOf } from "#kit/web/modal-link.ts";
import { notify } from "#kit/web/notify.ts";
import { preloadModals } from "#kit/web/preload.ts";
import { TextContext, useTranslation } from "#kit/web/texts.tsx";
import { readToken, writeToken } from "#modules/accounts/web/cookie.ts";
import { signOut, useSession, useSessionStore } from "#modules/accounts/web/session.ts";
import { useFetchUser } from "#modules/accounts/web/use-arrival.ts";
import { provideHomeLive } from "#modules/lobby/web/home-live.ts";
import type { Lock } from "./unlock.tsx";

const loadLater = () => import("./later.tsx");
provideHomeLive(loadLater);
const Toasts = lazy(async () => ({ default: (await loadLater()).Toasts }));
const AppLife = lazy(async () => ({ default: (await loadLater()).AppLife }));
const OwnChannel = lazy(async () => ({ default: (await loadLater()).OwnChannel }));
const Modals = lazy(async () => ({ default: (await loadLater()).Modals }));
const VisitPanel = lazy(async () => ({ default: (await loadLater()).VisitPanel }));
const VisitCompanion = lazy(async () => ({ default: (await loadLater()).VisitCompanion }));
const Unlock = lazy(() => import("./unlock.tsx"));

/** What runs beside every page: the connection, the session, and what is loaded after the first paint. */
export function Companions({ children }: { children: ReactNode }) {
  const { t } = useTranslation("lobby");
  const store = useSessionStore();
  const language = languageOf(useLocale());
  const data = useRouteLoaderData<RootData>("root");
  const { apiOrigin: origin, serviceOrigins } = data ?? { apiOrigin: "", serviceOrigins: {} };
  const { lock, unlock } = useLock();
  const [client] = useState(() => {
    const tokens = { get: readToken, set: writeToken, clear: () => writeToken(null) };
    const onToken = (token: string | null) => {
      // On sign-out the connection may close, and trigger a check, before and after the response.
      const { leaving, status } = store.getState();
      if (token !== null || leaving || status === "guest") return;
      signOut(store);
      // The main host may still have the session.
      if (data?.mirror.sso && !import.meta.env.DEV) {
        void loadLater().then(({ leaveHere }) => leaveHere());
        return;
      }
      // Announced: what follows is demo play, and must not be mistaken for real play.
      notify({ kind: "error", lines: [t("frame.session_ended")] });
    };
    const loadApi = async () =>
      (await loadLater()).createPageApi({
        apiOrigin: origin,
        serviceOrigins,
        language,
        region: data?.region ?? null,
        tokens,
        onToken,
        unlock,
      });
    const player = {
      key() {
        const { user } = store.getState();
        return user && `${user.id} ${user.currency}`;
      },
      subscribe: store.subscribe,
    };
    return createClient({
      apiOrigin: origin,
      serviceOrigins,
      language,
      tokens,
      player,
      loadApi,
      loadSocket: loadLater,
    });
  });
  return (
    <ClientContext value={client}>
      {children}
      <AfterPaint />
      {lock && (
        <Suspense>
          <Unlock {...lock} />
        </Suspense>
      )}
    </ClientContext>
  );
}

/** What a locked call waits for until the user has done or cancelled it; all calls with the same lock wait for the same prompt. */
function useLock() {
  const [lock, setLock] = useState<Lock | null>(null);
  const waiting = useRef<Promise<boolean> | null>(null);
  const [unlock] = useState(() => (refusal: ApiError) => {
    waiting.current ??= new Promise<boolean>(resolve => setLock({ refusal, onDone: resolve })).finally(() => {
      waiting.current = null;
      setLock(null);
    });
    return waiting.current;
  });
  return { lock, unlock };
}

/** Rendered in the browser only, after hydration. */
function AfterPaint() {
  const { t } = useTranslation("lobby");
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200));
    idle(() => setPainted(true));
  }, []);
  const texts = use(TextContext);
  useEffect(() => {
    const load = async (modal: ModalName) => (await loadLater()).loadModal[modal](texts);
    return preloadModals(document, load);
  }, [texts]);
  const asked = modalOf(useLocation().search) !== null;
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (asked) startTransition(() => setWanted(true));
  }, [asked]);
  const status = useSession(state => state.status);
  return (
    <>
      <RestoreSession />
      <OwnTimes />
      {painted && (
        <Suspense>
          <AppLife />
        </Suspense>
      )}
      {painted && (
        <Suspense>
          <Toasts label={t("frame.notices")} />
        </Suspense>
      )}
      {/* Rendered before the modals: React delays a boundary that is new with its content by 300 ms. */}
      <Suspense>{(wanted || painted) && <Modals />}</Suspense>
      {painted && (
        <Suspense>
          <VisitCompanion />
        </Suspense>
      )}
      {painted && status === "player" && (
        <Suspense>
          <OwnChannel />
        </Suspense>
      )}
      {painted && status === "player" && (
        <Suspense>
          <VisitPanel />
        </Suspense>
      )}
    </>
  );
}

/** Applies the time zone of the profile; a guest's is that of the browser. */
function OwnTimes() {
  const zone = useSession(state => state.user?.timezone ?? null);
  useEffect(() => showTimesIn(zone), [zone]);
  return null;
}

/**
 * A token that the server could not resolve is tried here, where it can be refreshed; so is one that a sign-on brought after the page was
 * rendered.
 */
function RestoreSession() {
  const status = useSession(state => state.status);
  const fetchUser = useFetchUser();
  useEffect(() => {
    if (status === "unknown" || (status === "guest" && readToken() !== null)) void fetchUser();
  }, [status, fetchUser]);
  return null;
}
