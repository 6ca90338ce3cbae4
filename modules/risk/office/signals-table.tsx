import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { reviewFrom } from "../shared/signals.ts";
import type { RiskCase, RiskSignals } from "./contract.ts";
import { useRuleName } from "./use-rule-name.tsx";

export function RiskTag({ score }: { readonly score: number }) {
  return (
    <Tag tone={score >= reviewFrom ? "bad" : score > 0 ? "wait" : "good"}>
      <span className="num">{score}</span>
    </Tag>
  );
}

/** A player's score in lists of other things, linked to its signals; null for operators who may not read it. */
export function PlayerRisk({ id, score }: { readonly id: string; readonly score: number | null }) {
  if (score === null) return "—";
  return (
    <Link to={`/risk/${id}`}>
      <RiskTag score={score} />
    </Link>
  );
}

/** Why there is a case, with the rule that opened it. */
export function CaseReason({ of: { kind, rule } }: { readonly of: Pick<RiskCase, "kind" | "rule"> }) {
  const { t } = useTranslation("office");
  const nameOf = useRuleName();
  return (
    <>
      {t(`risk.kinds.${kind}`)}
      {rule && (
        <>
          {": "}
          <Link className="link" to={`/risk-rules/${rule.id}`}>
            {nameOf(rule)}
          </Link>
        </>
      )}
    </>
  );
}

/** What a score is made of, with the accounts that each signal is about. `of`: which case, where a page has several. */
export function SignalsTable({ signals, of }: { readonly signals: RiskSignals; readonly of?: string }) {
  const { t } = useTranslation("office");
  return (
    <Table
      name={of === undefined ? t("risk.signals") : `${t("risk.signals")}: ${of}`}
      head={[t("risk.signal"), t("risk.evidence"), `>${t("risk.points")}`]}
      empty={t("risk.no_signals")}
      rows={signals.map(({ name, points, players, count }) => ({
        key: name,
        cells: [
          t(`risk.names.${name}`),
          players.length === 0 ? (
            t("risk.count", { n: count })
          ) : (
            <span key="players" className="row wrap">
              {players.map(player => (
                <PlayerLink key={player.id} player={player} />
              ))}
            </span>
          ),
          <span key="points" className="num">
            {points}
          </span>,
        ],
      }))}
    />
  );
}

const mostReasons = 2;

/** The signals that add most, in words. */
export function RiskReasons({ signals }: { readonly signals: RiskSignals }) {
  const { t } = useTranslation("office");
  const names = signals.slice(0, mostReasons).map(({ name }) => t(`risk.names.${name}`));
  const more = signals.length > mostReasons ? [`+${signals.length - mostReasons}`] : [];
  return <>{[...names, ...more].join(", ") || "—"}</>;
}
