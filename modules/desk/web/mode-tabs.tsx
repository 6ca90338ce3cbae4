import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

export type BetMode = "manual" | "auto";

/** Manual or Auto. A run is stopped before the mode can change. */
export function ModeTabs({
  mode,
  onChange,
  locked,
}: {
  mode: BetMode;
  onChange(mode: BetMode): void;
  locked: boolean;
}) {
  const { t } = useTranslation("desk");
  return (
    <Tabs
      label={t("mode.label")}
      value={mode}
      onChange={next => !locked && onChange(next)}
      fill
      items={[
        { value: "manual", text: t("mode.manual") },
        { value: "auto", text: t("mode.auto") },
      ]}
    />
  );
}
