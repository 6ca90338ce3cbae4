import { WifiOff } from "lucide-react";
import { useCallback, useSyncExternalStore } from "react";
import { Icon } from "#kit/ui/icon.tsx";
import { useClient } from "#kit/web/client.ts";
import { useTranslation } from "#kit/web/texts.tsx";

/** A notice while the connection is lost: a still picture must not be mistaken for a quiet game. */
export function OfflineStrip() {
  const { t } = useTranslation("lobby");
  const client = useClient();
  const subscribe = useCallback(
    (changed: () => void) => {
      const stop = client.onLost(changed);
      addEventListener("online", changed);
      addEventListener("offline", changed);
      return () => {
        stop();
        removeEventListener("online", changed);
        removeEventListener("offline", changed);
      };
    },
    [client],
  );
  const connected = useSyncExternalStore(
    subscribe,
    () => navigator.onLine && !client.isLost(),
    () => true,
  );
  if (connected) return null;
  return (
    <div className="offline" role="status">
      <p>
        <Icon of={WifiOff} size={16} />
        {t("frame.offline")}
      </p>
    </div>
  );
}
