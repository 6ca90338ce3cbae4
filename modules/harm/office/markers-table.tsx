import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { Table, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { gradeOf } from "../shared/score.ts";
import type { HarmOfPlayer } from "./contract.ts";

const tones: Readonly<Record<HarmOfPlayer["grade"], Tone>> = {
  none: "good",
  figures: "info",
  warning: "wait",
  contact: "bad",
  pause: "bad",
};

/** A score with the name of its grade. */
export function ScoreTag({ score, grade }: Pick<HarmOfPlayer, "score" | "grade">) {
  const { t } = useTranslation("office");
  return (
    <Tag tone={tones[grade]}>
      <span className="num">{score}</span> {t(`harm.grades.${grade}`)}
    </Tag>
  );
}

/** A player's score in lists of other things, linked to its markers; null for operators who may not read it. */
export function PlayerHarm({ id, score }: { readonly id: string; readonly score: number | null }) {
  if (score === null) return "—";
  return (
    <Link to={`/harm/${id}`}>
      <Tag tone={tones[gradeOf(score)]}>
        <span className="num">{score}</span>
      </Tag>
    </Link>
  );
}

/** What a score is made of. */
export function MarkersTable({ markers }: Pick<HarmOfPlayer, "markers">) {
  const { t } = useTranslation("office");
  return (
    <Table
      name={t("harm.markers")}
      head={[t("harm.marker"), `>${t("harm.value")}`, `>${t("harm.points")}`]}
      empty=""
      rows={markers.map(({ name, value, points, weight }) => ({
        key: name,
        cells: [
          t(`harm.names.${name}`),
          <span key="value" className="num">
            {value}
          </span>,
          <span key="points" className="num">
            {t("harm.of", { points, weight })}
          </span>,
        ],
      }))}
    />
  );
}

/** The markers that add most, in words. */
export function Reasons({ markers }: Pick<HarmOfPlayer, "markers">) {
  const { t } = useTranslation("office");
  const most = markers.filter(({ points }) => points > 0).slice(0, 3);
  return <>{most.map(({ name }) => t(`harm.names.${name}`)).join(", ") || "—"}</>;
}
