import { useEffect, useState } from "react";
import { useMatches } from "react-router";
import { notify } from "#kit/web/notify.ts";
import { isDialogOpen } from "#kit/web/open-dialog.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { isField } from "#kit/web/typing.ts";
import { activateWaiting, keepServiceWorker } from "./service-worker.ts";

const pollMs = 60_000;
const checkEveryMs = 1_000;
const cookieSeconds = 24 * 3600;

/** The build of this page. */
function ownBuild(): string | undefined {
  return (window as { __reactRouterManifest?: { version: string } }).__reactRouterManifest?.version;
}

/**
 * Announces a newer version once, and reloads the page when it has taken over, though never during a game, under an
 * open dialog or while a field has the focus.
 */
export function useVersions(): void {
  const { t } = useTranslation("lobby");
  const inGame = useMatches().some(match => (match.handle as { game?: boolean } | undefined)?.game === true);
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (!due || inGame) return;
    const checkForUpdate = () => {
      if (isDialogOpen() || isField(document.activeElement)) return;
      clearInterval(timer);
      location.reload();
    };
    const timer = setInterval(checkForUpdate, checkEveryMs);
    checkForUpdate();
    return () => clearInterval(timer);
  }, [due, inGame]);
  useEffect(() => {
    let notified = false;
    const offer = () => {
      if (notified) return;
      notified = true;
      notify({ kind: "info", lines: [t("app.new_version")], action: { text: t("app.reload"), run: takeOver } });
    };
    const stops = [keepServiceWorker({ waiting: offer, activated: () => setDue(true) }), pollBuild(offer)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [t]);
}

/** A newer service worker that takes over reloads the page; without one, the page does it itself. */
async function takeOver(): Promise<void> {
  if (!(await activateWaiting())) location.reload();
}

/** Compares the page's build with the latest one every 60 s and whenever the window gets the focus. */
function pollBuild(onNewer: () => void): () => void {
  const own = ownBuild();
  rememberVersion(own);
  const checkForUpdate = async () => {
    const answer = await fetch(`/latest-build.json?${Date.now()}`).catch(() => undefined);
    if (!answer?.ok) return;
    const { id } = (await answer.json()) as { id: string };
    if (own !== undefined && id !== own) onNewer();
  };
  const run = () => void checkForUpdate().catch(() => undefined);
  const timer = setInterval(run, pollMs);
  addEventListener("focus", run);
  return () => {
    clearInterval(timer);
    removeEventListener("focus", run);
  };
}

/** Cookie `user-version`, 1 day. */
function rememberVersion(version: string | undefined): void {
  if (version === undefined) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not everywhere yet
  document.cookie = `user-version=${encodeURIComponent(version)}; path=/; max-age=${cookieSeconds}; samesite=lax`;
}
