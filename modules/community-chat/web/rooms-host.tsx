import { lazy, Suspense, useEffect, useState } from "react";
import { useIsOnBreak, useSession } from "#modules/accounts/web/session.ts";
import { setRoomsOpen, useRoomsOpen } from "./chat-store.ts";

const RoomsPanel = lazy(() => import("./rooms-panel.tsx"));

/** The panel, above every page; loaded when it is first opened. It stays mounted when the route changes: typed text remains. */
export function RoomsHost() {
  const open = useRoomsOpen();
  const player = useSession(state => state.user?.id ?? null);
  const isOnBreak = useIsOnBreak();
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (open) setWanted(true);
  }, [open]);
  if (!wanted || isOnBreak) return null;
  return (
    <Suspense>
      <RoomsPanel key={player ?? "guest"} open={open} onClose={() => setRoomsOpen(false)} />
    </Suspense>
  );
}
