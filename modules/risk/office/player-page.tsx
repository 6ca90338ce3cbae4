import { useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Due } from "#modules/operators/office/parts/due.tsx";
import { Moment, money, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { PlayerTabs } from "#modules/operators/office/parts/player-tabs.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { riskDecisions } from "../shared/cases.ts";
import { linkedFrom } from "../shared/links.ts";
import { CaseNotes } from "./case-notes.tsx";
import { claimRiskCase, decideRiskCase, type RiskOfPlayer, readRiskOf } from "./contract.ts";
import { LinksGraph } from "./links-graph.tsx";
import { LinksPanel } from "./links-table.tsx";
import { CaseReason, RiskReasons, RiskTag, SignalsTable } from "./signals-table.tsx";

type FullCase = RiskOfPlayer["cases"][number];

/** Signals of one account, the accounts linked to it, and its cases. */
export function RiskPlayerPage() {
  const { id = "" } = useParams();
  const { t } = useTranslation("office");
  const found = useOfficeQuery(readRiskOf, { params: { id } }, 15_000);
  return (
    <OfficePage title={t("risk.of_player")}>
      <PlayerTabs id={id} />
      <Read of={found}>
        {({ data }) => (
          <>
            {data.cases
              .filter(each => each.closed_at === null)
              .map(each => (
                <OpenCase key={each.id} of={each} onDone={found.reload} />
              ))}
            <Panel title={<PlayerLink player={data.player} />} aside={<RiskTag score={data.score} />}>
              <p className="note muted">{t("risk.rule")}</p>
              <SignalsTable signals={data.signals} />
              {data.scored_at !== null && (
                <p className="pad sm muted">
                  {t("risk.scored_at")}: <Moment at={data.scored_at} />
                </p>
              )}
            </Panel>
            <LinksPanel title={t("risk.links")} links={data.links} empty={t("risk.no_links")} />
            <Household of={data} />
            <PastCases cases={data.cases.filter(each => each.closed_at !== null)} />
          </>
        )}
      </Read>
    </OfficePage>
  );
}

function OpenCase({ of, onDone }: { readonly of: FullCase; onDone(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  return (
    <Panel title={<CaseReason of={of} />} aside={<Due at={of.due_at} late={t("risk.overdue")} />}>
      {of.bonus && (
        <p className="pad">
          {of.bonus.name}: <b>{money(of.bonus.amount, of.bonus.currency)}</b>
        </p>
      )}
      {of.waits_until !== null && (
        <p className="pad muted">
          {t("risk.starts_at")} <Moment at={of.waits_until} />
        </p>
      )}
      <SignalsTable signals={of.signals} of={[t(`risk.kinds.${of.kind}`), of.rule?.name ?? of.bonus?.name].join(" ")} />
      <p className="pad muted">
        {of.claimed_by === null ? t("risk.nobody") : t("risk.handled", { name: of.claimed_by })}
      </p>
      <CaseNotes of={of} onDone={onDone} />
      {may("risk.decide") && <Actions of={of} onDone={onDone} />}
    </Panel>
  );
}

/** A case is claimed before it is decided. */
function Actions({ of, onDone }: { readonly of: FullCase; onDone(): void }) {
  const { t } = useTranslation("office");
  const params = { id: of.id };
  if (!of.mine)
    return (
      <p className="row pad">
        <Decide
          action={t(of.claimed_by === null ? "risk.claim" : "risk.take_over")}
          claims
          title={t(of.claimed_by === null ? "risk.claim_title" : "risk.take_over_title", { name: of.claimed_by ?? "" })}
          primary
          onDecide={async () => {
            await call(claimRiskCase, { params });
            onDone();
          }}
        />
      </p>
    );
  return (
    <div className="row wrap pad">
      {riskDecisions.map(outcome => (
        <Decide
          key={outcome}
          action={t(`risk.decide.${outcome}`)}
          title={t(`risk.decide_title.${outcome}`)}
          text={t(`risk.decide_text.${of.kind}.${outcome}`)}
          asksReason
          primary={outcome === "not_fraud"}
          dangerous={outcome === "fraud"}
          onDecide={async (reason, key) => {
            await call(decideRiskCase, { params, body: { outcome, reason } }, key);
            onDone();
          }}
        />
      ))}
    </div>
  );
}

function Household({ of }: { readonly of: RiskOfPlayer }) {
  const { t } = useTranslation("office");
  if (of.household.length === 0) return null;
  return (
    <>
      <Panel title={t("risk.household", { n: of.household.length + 1 })}>
        <p className="pad row wrap">
          {of.household.map(player => (
            <PlayerLink key={player.id} player={player} />
          ))}
        </p>
        <LinksGraph
          title={t("risk.graph")}
          nodes={[{ ...of.player, score: of.score, isOwn: true }, ...of.household]}
          links={[...of.links.filter(({ weight }) => weight >= linkedFrom), ...of.household_links]}
        />
        {of.household_cut && <p className="pad muted">{t("risk.household_cut")}</p>}
      </Panel>
      {of.household_links.length > 0 && (
        <LinksPanel title={t("risk.household_links")} links={of.household_links} empty={t("risk.no_links")} />
      )}
    </>
  );
}

function PastCases({ cases }: { readonly cases: readonly FullCase[] }) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("risk.past")}>
      <Table
        name={t("risk.past")}
        head={[
          t("risk.opened"),
          t("risk.why"),
          `>${t("risk.score")}`,
          t("risk.signals"),
          t("risk.by"),
          t("risk.outcome"),
          t("risk.decision_reason"),
        ]}
        empty={t("risk.none_past")}
        rows={cases.map(each => ({
          key: each.id,
          cells: [
            <Moment key="at" at={each.opened_at} />,
            <CaseReason key="why" of={each} />,
            <span key="score" className="num">
              {each.score}
            </span>,
            <RiskReasons key="signals" signals={each.signals} />,
            each.closed_by ?? "—",
            each.outcome === null ? (
              "—"
            ) : (
              <Tag key="outcome" tone="plain">
                {t(`risk.outcomes.${each.outcome}`)}
              </Tag>
            ),
            each.reason ?? "—",
          ],
        }))}
      />
    </Panel>
  );
}
