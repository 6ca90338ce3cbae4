import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { CaseList, caseStateOf, useCaseState } from "#modules/operators/office/list/case-list.tsx";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { useList } from "#modules/operators/office/list/use-list.ts";
import { Due } from "#modules/operators/office/parts/due.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { type RiskCase, type RiskScore, readRiskCases, readRiskScores } from "./contract.ts";
import { CaseReason, RiskReasons, RiskTag } from "./signals-table.tsx";

/** Risk cases, and players with signals of fraud. */
export function RiskCasesPage() {
  const { t } = useTranslation("office");
  return (
    <OfficePage title={t("pages.risk")}>
      <p className="note muted">{t("risk.rule")}</p>
      <Panel title={t("risk.cases")}>
        <Cases />
      </Panel>
      <Panel title={t("risk.scores")}>
        <Scores />
      </Panel>
    </OfficePage>
  );
}

function Cases() {
  const { t } = useTranslation("office");
  const state = useCaseState();
  const cases = useList(readRiskCases, cursor => ({ query: { state, ...(cursor !== undefined && { cursor }) } }), {
    pollMs: 15_000,
    viewAt: filter => ({ query: { state: caseStateOf(filter) } }),
  });
  return (
    <CaseList
      name="risk-cases"
      title={t("risk.cases")}
      columns={useCaseColumns()}
      of={cases}
      files="/risk"
      empty={t(`risk.none_${state}`)}
      stateNames={{ open: t("risk.states.open"), closed: t("risk.states.closed") }}
    />
  );
}

function useCaseColumns(): readonly Column<RiskCase>[] {
  const { t } = useTranslation("office");
  return [
    { id: "player", title: t("player"), fixed: true, cell: ({ player }) => <RiskLinkTo player={player} /> },
    { id: "kind", title: t("risk.why"), fixed: true, cell: row => <CaseReason of={row} /> },
    { id: "score", title: t("risk.score"), cell: ({ score }) => <RiskTag score={score} /> },
    { id: "signals", title: t("risk.signals"), cell: ({ signals }) => <RiskReasons signals={signals} /> },
    { id: "opened", title: t("risk.opened"), cell: row => <Moment at={row.opened_at} /> },
    {
      id: "due",
      title: t("risk.due"),
      cell: row =>
        row.closed_at === null ? <Due at={row.due_at} late={t("risk.overdue")} /> : <Moment at={row.closed_at} />,
    },
    {
      id: "claimed",
      title: t("risk.handled_by"),
      cell: row =>
        row.outcome === null ? (row.claimed_by ?? "—") : <Tag tone="plain">{t(`risk.outcomes.${row.outcome}`)}</Tag>,
    },
  ];
}

function RiskLinkTo({ player }: { readonly player: RiskCase["player"] }) {
  return (
    <Link className="link" to={`/risk/${player.id}`}>
      {player.name}
    </Link>
  );
}

function Scores() {
  const { t } = useTranslation("office");
  const scores = useList(readRiskScores, cursor => ({ query: { ...(cursor !== undefined && { cursor }) } }), {
    pollMs: 30_000,
  });
  return (
    <OfficeList
      name="risk-scores"
      title={t("risk.scores")}
      columns={useScoreColumns()}
      of={scores}
      keyOf={({ player }) => player.id}
      labelOf={({ player }) => player.name}
      to={({ player }) => `/risk/${player.id}`}
      empty={t("risk.none_scores")}
    />
  );
}

function useScoreColumns(): readonly Column<RiskScore>[] {
  const { t } = useTranslation("office");
  return [
    { id: "player", title: t("player"), fixed: true, cell: ({ player }) => <RiskLinkTo player={player} /> },
    { id: "score", title: t("risk.score"), fixed: true, cell: row => <RiskTag score={row.score} /> },
    { id: "signals", title: t("risk.signals"), cell: ({ signals }) => <RiskReasons signals={signals} /> },
    { id: "at", title: t("risk.scored_at"), cell: row => <Moment at={row.scored_at} /> },
  ];
}
