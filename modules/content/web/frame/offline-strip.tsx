import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

function subscribe(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}

/** Says that the network is gone, so that a still picture is not taken for a quiet game. */
export function OfflineStrip() {
  const { t } = useTranslation("content");
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  if (online) return null;
  return (
    <div className="offline" role="status">
      <Icon of={WifiOff} size={16} />
      {t("frame.offline")}
    </div>
  );
}
