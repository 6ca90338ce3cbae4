import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { GameDesk } from "./use-game-desk.ts";

export type BetMode = "manual" | "auto";

/** Manual or Auto; nothing where no runs are allowed. A run is stopped before the mode can change. */
export function ModeTabs({ desk, locked }: { desk: Pick<GameDesk, "info" | "mode" | "setMode">; locked: boolean }) {
  const { t } = useTranslation("bets");
  if (!desk.info.features.autobet) return null;
  return (
    <Tabs
      label={t("mode.label")}
      value={desk.mode}
      onChange={next => !locked && desk.setMode(next)}
      fill
      items={[
        { value: "manual", text: t("mode.manual") },
        { value: "auto", text: t("mode.auto") },
      ]}
    />
  );
}
