import { TriangleAlert, WifiOff } from "lucide-react";
import { useTranslation } from "#kit/web/texts.tsx";
import { useConnected } from "#kit/web/use-api.ts";
import type { FeedView } from "../shared/contract.ts";

/** Why prices are locked or may be old. What is below it moves when it appears. */
export function FeedStrip({ feed }: { feed: readonly FeedView[] }) {
  const { t } = useTranslation("odds");
  const isConnected = useConnected("odds");
  const down = feed.filter(({ up }) => !up).map(({ producer }) => producer);
  const isLive = down.includes("live");
  const isPre = down.includes("pre");
  const text = !isConnected
    ? t("page.offline")
    : isLive && isPre
      ? t("page.feed_down")
      : isLive
        ? t("page.live_down")
        : isPre
          ? t("page.pre_down")
          : null;
  return (
    <div className={text === null ? "bet-strip" : "bet-strip on"} role="status">
      {text !== null && (
        <>
          {isConnected ? <TriangleAlert size={17} aria-hidden /> : <WifiOff size={17} aria-hidden />}
          {text}
        </>
      )}
    </div>
  );
}
