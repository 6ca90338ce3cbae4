import { useEffect, useRef, useState } from "react";
import { useLive } from "#kit/web/client.ts";
import { isDialogOpen } from "#kit/web/open-dialog.ts";
import { callChanges } from "../../shared/changes.ts";
import { dialogClosed } from "../parts/office-events.ts";
import { createReadPace, type ReadPace } from "./read-pace.ts";

/** Hints are read at most this many times in the interval of polling. */
const readsPerInterval = 5;

const timers = {
  now: () => performance.now(),
  after(ms: number, task: () => void) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * Reads again when the server says that what the call reads has changed; without a socket every `everyMs` milliseconds. A hidden page, and one
 * with an open dialog, reads when it is shown again.
 */
export function useChanges(path: string, everyMs: number | false, read: () => void): void {
  const isFollowed = useFollowed(path, everyMs, read);
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (everyMs === false || isFollowed) return;
    const timer = setInterval(() => {
      if (isShown()) latest.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, isFollowed]);
}

const isShown = () => document.visibilityState === "visible" && !isDialogOpen();

/** Whether the socket says when to read. */
function useFollowed(path: string, everyMs: number | false, read: () => void): boolean {
  const live = useLive(callChanges.module);
  const [isFollowed, setFollowed] = useState(false);
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (everyMs === false || !live) return;
    const missed = { isDue: false };
    const pace = createReadPace(
      everyMs / readsPerInterval,
      () => {
        if (isShown()) latest.current();
        else missed.isDue = true;
      },
      timers,
    );
    const stopShown = onShown(missed, pace);
    const unfollow = live.follow(
      callChanges,
      {
        snapshot: () => setFollowed(true),
        event: () => pace.hint(),
        refused: () => setFollowed(false),
      },
      path,
    );
    const stopState = live.onState(state => state !== "open" && setFollowed(false));
    return () => {
      unfollow();
      stopState();
      stopShown();
      pace.stop();
      setFollowed(false);
    };
  }, [live, path, everyMs]);
  return isFollowed;
}

/** Changes that arrive while the page is hidden are read when it is shown again. @returns stops it */
function onShown(missed: { isDue: boolean }, pace: ReadPace): () => void {
  const shown = () => {
    if (!missed.isDue || !isShown()) return;
    missed.isDue = false;
    pace.hint();
  };
  document.addEventListener("visibilitychange", shown);
  addEventListener(dialogClosed, shown);
  return () => {
    document.removeEventListener("visibilitychange", shown);
    removeEventListener(dialogClosed, shown);
  };
}
