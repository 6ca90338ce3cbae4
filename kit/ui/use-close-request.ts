import { useEffect, useRef } from "react";

/** What browsers with a back gesture of their own (Android) use for it: https://html.spec.whatwg.org/#close-watchers. */
interface Watcher {
  onclose: (() => void) | null;
  destroy(): void;
}
type WatcherClass = new () => Watcher;

/** The back gesture of a phone closes what is open in place of leaving the page, where the browser offers it. Null: nothing to close. */
export function useCloseRequest(onClose: (() => void) | null): void {
  const isOpen = onClose !== null;
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const Watch = (globalThis as { CloseWatcher?: WatcherClass }).CloseWatcher;
    if (!isOpen || !Watch) return;
    const watcher = new Watch();
    watcher.onclose = () => latest.current?.();
    return () => watcher.destroy();
  }, [isOpen]);
}
