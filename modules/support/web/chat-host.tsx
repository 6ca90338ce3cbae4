import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { setChatOpen, useChatOpen } from "./chat-store.ts";

const ChatPanel = lazy(() => import("./chat-panel.tsx"));

/** Delay of the chat's refresh after each change of the route. */
export const refreshAfterMs = 250;

/** The panel, above every page. It stays mounted when the route changes: typed text remains. */
export function ChatHost({ widgetUrl }: { widgetUrl: string | null }) {
  const open = useChatOpen();
  const [wanted, setWanted] = useState(false);
  const page = useSettledPath();
  useEffect(() => {
    if (open) setWanted(true);
  }, [open]);
  if (!wanted) return null;
  return (
    <Suspense>
      <ChatPanel open={open} page={page} widgetUrl={widgetUrl} onClose={() => setChatOpen(false)} />
    </Suspense>
  );
}

/** The path of the page, as it was 250 ms ago: each change of it is one refresh. */
function useSettledPath(): string {
  const { pathname } = useLocation();
  const [settled, setSettled] = useState(pathname);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(pathname), refreshAfterMs);
    return () => clearTimeout(timer);
  }, [pathname]);
  return settled;
}
