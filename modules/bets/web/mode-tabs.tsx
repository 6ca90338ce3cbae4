import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { GameSession } from "./use-game-session.ts";

/** Manual or Auto; nothing where autobet is not allowed. A run is stopped before the mode can change. */
export function ModeTabs({
  gameSession,
  locked,
}: {
  gameSession: Pick<GameSession, "info" | "mode" | "setMode">;
  locked: boolean;
}) {
  const { t } = useTranslation("bets");
  if (!gameSession.info.features.autobet) return null;
  return (
    <Tabs
      label={t("mode.label")}
      value={gameSession.mode}
      onChange={next => !locked && gameSession.setMode(next)}
      fill
      items={[
        { value: "manual", text: t("mode.manual") },
        { value: "auto", text: t("mode.auto") },
      ]}
    />
  );
}
