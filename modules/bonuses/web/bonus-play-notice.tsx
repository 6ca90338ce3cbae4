import { useEffect } from "react";
import { notify } from "#kit/web/notify.ts";
import { useTranslation } from "#kit/web/texts.tsx";

/** Shown once per visit, at the first stake of bonus money. It stays until it is closed. */
export function BonusPlayNotice() {
  const { t } = useTranslation("bonuses");
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const action = { text: t("play.ok"), run: () => undefined };
    notify({ kind: "info", lines: [t("play.title"), t("play.text")], action });
  }, []);
  return null;
}
