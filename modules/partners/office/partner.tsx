import { Link, useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import {
  calendarMonth,
  count,
  Moment,
  money,
  PlayerLink,
  percentText,
} from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { lineNames } from "../shared/statement.ts";
import { decidePartner, declinePartnerPayout, type PartnerFileView, payPartner, readPartner } from "./contract.ts";
import { Flags } from "./flags.tsx";
import { statusTones } from "./partners.tsx";
import { PlanDraft } from "./plan-draft.tsx";

/** One partner: plans, closed months, withdrawals, players who count for nothing. */
export function PartnerPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { id = "" } = useParams();
  const found = useOfficeQuery(readPartner, { params: { id } }, 15_000);
  const canWrite = may("partners.write");
  return (
    <Read of={found}>
      {({ data }) => (
        <OfficePage
          title={`${t("pages.partners")}: ${data.code}`}
          aside={canWrite && <StatusActions of={data} onDone={found.reload} />}
        >
          <Panel>
            <div className="row wrap note gap-4">
              <Tag tone={statusTones[data.status]}>{t(`partners.${data.status}`)}</Tag>
              <span>{data.site}</span>
              <PlayerLink player={data.player} />
              <span>
                {t("partners.balance")} <b className="num">{money(data.balance, data.currency)}</b>
              </span>
              <span>
                {t("partners.players")} <span className="num">{count(data.players)}</span>
              </span>
            </div>
            <p className="note muted">{data.about}</p>
            {data.invited_by && (
              <p className="note">
                {t("partners.invited_by")} <Link to={`/partners/${data.invited_by.id}`}>{data.invited_by.code}</Link>
                {data.invited_by.excluded && (
                  <>
                    {" "}
                    <Tag tone="bad">{t(`partners.why_${data.invited_by.excluded}`)}</Tag>
                  </>
                )}
              </p>
            )}
          </Panel>
          <Payouts of={data} canWrite={canWrite} onDone={found.reload} />
          <Plans of={data} />
          {canWrite && data.status !== "declined" && <PlanDraft of={data} onSent={found.reload} />}
          <Statements of={data} />
          <SubPartners of={data} />
          <Flags of={data} canWrite={canWrite} onDone={found.reload} />
          <Excluded of={data} />
        </OfficePage>
      )}
    </Read>
  );
}

interface PartProps {
  readonly of: PartnerFileView;
  onDone(): void;
}

function StatusActions({ of: { id, status, code }, onDone }: PartProps) {
  const { t } = useTranslation("office");
  const next = { applied: "declined", approved: "suspended", suspended: "approved", declined: null } as const;
  const to = next[status];
  if (to === null) return null;
  const decide = async (reason: string) => {
    await call(decidePartner, { params: { id }, body: { status: to, reason } });
    onDone();
  };
  return (
    <Decide
      action={t(`partners.to_${to}`)}
      title={t(`partners.to_${to}_title`, { code })}
      asksReason
      dangerous={to !== "approved"}
      onDecide={decide}
    />
  );
}

function Payouts({ of: { payouts, currency }, canWrite, onDone }: PartProps & { readonly canWrite: boolean }) {
  const { t } = useTranslation("office");
  const pay = (id: string) => async (reason: string, _key: string, given: FormData) => {
    const reference = String(given.get("reference") ?? "");
    await call(payPartner, { params: { id }, body: { reference, reason } });
    onDone();
  };
  const decline = (id: string) => async (reason: string) => {
    await call(declinePartnerPayout, { params: { id }, body: { reason } });
    onDone();
  };
  return (
    <Panel title={t("partners.payouts")}>
      <Table
        name={t("partners.payouts")}
        head={[t("time"), `>${t("amount")}`, t("partners.destination"), t("players.state"), t("partners.note"), ">"]}
        empty={t("partners.no_payouts")}
        rows={payouts.map(each => ({
          key: each.id,
          cells: [
            <Moment key="at" at={each.requested_at} />,
            money(each.amount, currency),
            each.destination,
            t(`partners.payout_${each.status}`),
            [each.asked_by, each.decided_by, each.note].filter(Boolean).join(", "),
            canWrite && each.status === "requested" ? (
              <span key="do" className="row end">
                <Decide
                  action={t("partners.pay")}
                  title={t("partners.pay_title", { sum: money(each.amount, currency) })}
                  text={t("partners.pay_text")}
                  asksReason
                  onDecide={pay(each.id)}
                >
                  <label className="field">
                    {t("partners.reference")}
                    <input name="reference" required minLength={3} maxLength={100} />
                  </label>
                </Decide>
                <Decide
                  action={t("partners.decline")}
                  title={t("partners.decline_title", { sum: money(each.amount, currency) })}
                  asksReason
                  dangerous
                  onDecide={decline(each.id)}
                />
              </span>
            ) : (
              ""
            ),
          ],
        }))}
      />
    </Panel>
  );
}

function Plans({ of: { plans, currency } }: { of: PartnerFileView }) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("partners.plans")}>
      <Table
        name={t("partners.plans")}
        head={[
          "#",
          t("partners.from"),
          t("partners.rates"),
          "CPA",
          t("partners.carry"),
          t("partners.subs"),
          t("vip.asked_by"),
          t("vip.approved_by"),
        ]}
        empty={t("partners.no_plans")}
        rows={plans.map(({ number, from, plan, asked_by, approved_by }) => ({
          key: String(number),
          cells: [
            String(number),
            calendarMonth(from),
            plan.tiers
              .map(tier => `${percentText(tier.rate / 10)}${tier.from > 0 ? ` (${count(tier.from)}+)` : ""}`)
              .join(", "),
            plan.cpa
              ? t("partners.cpa_of", {
                  sum: money(plan.cpa.amount, currency),
                  deposit: money(plan.cpa.deposit, currency),
                  loss: money(plan.cpa.loss, currency),
                })
              : "–",
            plan.carry.kind === "capped" ? money(plan.carry.most, currency) : t(`partners.carry_${plan.carry.kind}`),
            plan.sub === undefined ? "–" : percentText(plan.sub / 10),
            asked_by,
            approved_by,
          ],
        }))}
      />
    </Panel>
  );
}

function Statements({ of: { statements, currency } }: { of: PartnerFileView }) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("partners.statements")}>
      <Table
        figures
        name={t("partners.statements")}
        head={[
          t("partners.month"),
          ...lineNames.map(name => `>${t(`partners.lines.${name}`)}`),
          `>${t("partners.net_revenue")}`,
          `>${t("partners.carried_in")}`,
          `>${t("partners.counted")}`,
          `>CPA`,
          `>${t("partners.subs")}`,
          `>${t("partners.commission")}`,
          `>${t("partners.carried_out")}`,
          t("partners.hash"),
        ]}
        empty={t("partners.no_statements")}
        rows={statements.map(({ content, hash, same }) => ({
          key: content.month,
          cells: [
            calendarMonth(content.month),
            ...lineNames.map(name => money(content.totals[name], currency)),
            money(content.net_revenue, currency),
            money(content.carried_in, currency),
            `${money(content.counted, currency)} × ${percentText(content.rate / 10)}`,
            money(content.cpa, currency),
            content.sub_partners
              ? `${money(content.sub_partners.base, currency)} × ${percentText(content.sub_partners.rate / 10)}`
              : "–",
            money(content.commission, currency),
            money(content.carried_out, currency),
            <span key="hash" title={hash}>
              <code>{hash.slice(0, 12)}</code>{" "}
              <Tag tone={same ? "good" : "bad"}>{t(same ? "partners.same" : "partners.differs")}</Tag>
            </span>,
          ],
        }))}
      />
    </Panel>
  );
}

/** Partners whom this one invited. */
function SubPartners({ of: { sub_partners: subs } }: { of: PartnerFileView }) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("partners.subs")}>
      <Table
        name={t("partners.subs")}
        head={[t("partners.code"), t("players.state"), t("partners.because")]}
        empty={t("partners.no_subs")}
        rows={subs.map(({ id, code, status, excluded }) => ({
          key: id,
          cells: [
            <Link key="code" to={`/partners/${id}`}>
              {code}
            </Link>,
            <Tag key="status" tone={statusTones[status]}>
              {t(`partners.${status}`)}
            </Tag>,
            excluded ? t(`partners.why_${excluded}`) : "–",
          ],
        }))}
      />
    </Panel>
  );
}

function Excluded({ of: { excluded } }: { of: PartnerFileView }) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("partners.excluded")}>
      <Table
        name={t("partners.excluded")}
        head={[t("player"), t("partners.because"), t("time")]}
        empty={t("partners.no_excluded")}
        rows={excluded.map(({ player, why, at }) => ({
          key: player.id,
          cells: [<PlayerLink key="player" player={player} />, t(`partners.why_${why}`), <Moment key="at" at={at} />],
        }))}
      />
    </Panel>
  );
}
