import { useTranslation } from "#kit/web/texts.tsx";
import { count } from "#modules/operators/office/parts/figures.tsx";
import type { OfficeMission } from "./contract.ts";

interface CloseTextProps {
  readonly mission: Pick<OfficeMission, "targeted" | "started" | "taken">;
}

/** What closing a mission does: players who have a targeted one and have not collected its prize lose it. */
export function CloseText({ mission: { targeted, started, taken } }: CloseTextProps) {
  const { t } = useTranslation("office");
  const players = targeted ? started - taken : 0;
  return (
    <>
      {t("missions.close_text")}
      {players > 0 && ` ${t("missions.close_targeted_text", { players: count(players) })}`}
    </>
  );
}
