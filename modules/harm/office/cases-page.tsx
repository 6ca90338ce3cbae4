import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { CaseList, caseStateOf, useCaseState } from "#modules/operators/office/list/case-list.tsx";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { useList } from "#modules/operators/office/list/use-list.ts";
import { Due } from "#modules/operators/office/parts/due.tsx";
import { Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { type HarmCase, type HarmScore, readHarmCases, readHarmScores } from "./contract.ts";
import { Reasons, ScoreTag } from "./markers-table.tsx";

/** Cases of player protection, and players whose score is high. */
export function HarmCasesPage() {
  const { t } = useTranslation("office");
  return (
    <OfficePage title={t("pages.harm")}>
      <p className="note muted">{t("harm.rule")}</p>
      <Panel title={t("harm.cases")}>
        <Cases />
      </Panel>
      <Panel title={t("harm.scores")}>
        <Scores />
      </Panel>
    </OfficePage>
  );
}

function Cases() {
  const { t } = useTranslation("office");
  const state = useCaseState();
  const cases = useList(readHarmCases, cursor => ({ query: { state, ...(cursor !== undefined && { cursor }) } }), {
    pollMs: 15_000,
    viewAt: filter => ({ query: { state: caseStateOf(filter) } }),
  });
  return (
    <CaseList
      name="harm-cases"
      title={t("harm.cases")}
      columns={useCaseColumns()}
      of={cases}
      files="/harm"
      empty={t(`harm.none_${state}`)}
      stateNames={{ open: t("harm.states.open"), closed: t("harm.states.closed") }}
    />
  );
}

function useCaseColumns(): readonly Column<HarmCase>[] {
  const { t } = useTranslation("office");
  return [
    {
      id: "player",
      title: t("player"),
      fixed: true,
      cell: ({ player }) => (
        <Link className="link" to={`/harm/${player.id}`}>
          {player.name}
        </Link>
      ),
    },
    { id: "kind", title: t("harm.why"), fixed: true, cell: ({ kind }) => t(`harm.kinds.${kind}`) },
    {
      id: "score",
      title: t("harm.score"),
      right: true,
      cell: ({ score }) => <span className="num">{score}</span>,
    },
    { id: "reasons", title: t("harm.markers"), cell: ({ markers }) => <Reasons markers={markers} /> },
    { id: "opened", title: t("harm.opened"), cell: row => <Moment at={row.opened_at} /> },
    {
      id: "due",
      title: t("harm.due"),
      cell: row =>
        row.closed_at === null ? <Due at={row.due_at} late={t("harm.overdue")} /> : <Moment at={row.closed_at} />,
    },
    {
      id: "claimed",
      title: t("harm.handled_by"),
      cell: row =>
        row.outcome === null ? (row.claimed_by ?? "—") : <Tag tone="plain">{t(`harm.outcomes.${row.outcome}`)}</Tag>,
    },
  ];
}

function Scores() {
  const { t } = useTranslation("office");
  const scores = useList(readHarmScores, cursor => ({ query: { ...(cursor !== undefined && { cursor }) } }), {
    pollMs: 30_000,
  });
  return (
    <OfficeList
      name="harm-scores"
      title={t("harm.scores")}
      columns={useScoreColumns()}
      of={scores}
      keyOf={({ player }) => player.id}
      labelOf={({ player }) => player.name}
      to={({ player }) => `/harm/${player.id}`}
      empty={t("harm.none_scores")}
    />
  );
}

function useScoreColumns(): readonly Column<HarmScore>[] {
  const { t } = useTranslation("office");
  return [
    { id: "player", title: t("player"), fixed: true, cell: ({ player }) => <PlayerLink player={player} /> },
    { id: "score", title: t("harm.score"), fixed: true, cell: row => <ScoreTag score={row.score} grade={row.grade} /> },
    { id: "reasons", title: t("harm.markers"), cell: ({ markers }) => <Reasons markers={markers} /> },
    {
      id: "case",
      title: t("harm.case"),
      cell: row => (row.open_case === null ? "—" : t(`harm.kinds.${row.open_case}`)),
    },
    { id: "at", title: t("harm.scored_at"), cell: row => <Moment at={row.scored_at} /> },
  ];
}
