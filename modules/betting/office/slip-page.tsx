import { Link, useParams } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Facts } from "#modules/operators/office/parts/facts.tsx";
import { Moment, money, PlayerLink, shortId } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { changePlayerFactor, voidTradedSlip, waiveSlipDebt } from "./decision-contract.ts";
import { RequestLink } from "./hold-buttons.tsx";
import { useMarketNames } from "./names.ts";
import { useDecision } from "./send.ts";
import { readTradedSlip } from "./slip-contract.ts";
import { SlipMessages } from "./slip-messages.tsx";
import { SlipState } from "./slip-state.tsx";

type Data = RouteOutput<typeof readTradedSlip>["data"];

/** A slip with every message that made its prices and its result. */
export function OfficeSlipPage() {
  const { t } = useTranslation("office");
  const { id = "" } = useParams();
  const found = useRead(readTradedSlip, { params: { id } }, 10_000);
  return (
    <OfficePage
      title={t("trading.slip")}
      aside={
        <Link className="btn s" to="/slips">
          {t("trading.all_slips")}
        </Link>
      }
    >
      <Read of={found}>
        {data => (
          <>
            <SlipFacts data={data} />
            <Legs data={data} />
            <Revisions data={data} />
            <SlipMessages data={data} />
          </>
        )}
      </Read>
    </OfficePage>
  );
}

function SlipFacts({ data }: { readonly data: Data }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { slip, player, factor, request, correction } = data;
  const toVoid = useDecision(voidTradedSlip);
  const waive = useDecision(waiveSlipDebt);
  const owes = slip.debt !== "0";
  const setFactor = useDecision(changePlayerFactor);
  const isVoidable = slip.status === "open" || slip.status === "settled";
  const facts = [
    [t("player"), <PlayerLink key="player" player={player} />],
    [t("play.placed"), <Moment key="at" at={slip.placed_at} />],
    [t("trading.stake"), money(slip.stake, slip.currency)],
    [t("trading.possible"), money(slip.possible_return, slip.currency)],
    [t("trading.paid"), money(slip.payout, slip.currency)],
    [t("trading.cashed_out"), money(slip.cashed_out, slip.currency)],
    ...(owes ? [[t("trading.debt"), money(slip.debt, slip.currency)] as const] : []),
    [t("play.win_cap"), money(slip.win_cap, slip.currency)],
    [t("trading.factor"), factor],
    [t("play.rules"), slip.rules_version],
    [t("timeline.id"), slip.id],
  ] as const;
  return (
    <Panel title={`${t("trading.slip")} ${shortId(slip.id)}`} aside={<SlipState status={slip.status} />}>
      <Facts of={facts} layout="split" />
      <div className="row wrap end pad">
        <Link className="btn s" to={`/trading/players/${player.id}`}>
          {t("trading.record.title")}
        </Link>
        {correction && <span className="grow muted sm">{t(`trading.correction_waits.${correction.why}`)}</span>}
        {request && <RequestLink id={request} />}
        {may("betting.write") && (
          <Decide
            action={t("trading.set_factor")}
            title={t("trading.factor_title", { player: player.name })}
            text={t("trading.factor_text")}
            asksReason
            onDecide={(reason, key, given) =>
              setFactor.mutate(
                { params: { id: player.id }, body: { factor: String(given.get("factor") ?? "").trim(), reason } },
                { key },
              )
            }
          >
            <label className="field">
              {t("trading.factor")}
              <input name="factor" inputMode="decimal" required defaultValue={factor} />
            </label>
          </Decide>
        )}
        {may("betting.write") && owes && !request && (
          <Decide
            action={t("trading.waive_debt")}
            title={t("trading.waive_debt_title", { sum: money(slip.debt, slip.currency), player: player.name })}
            text={t("trading.waive_debt_text")}
            asksReason
            onDecide={(reason, key) => waive.mutate({ params: { id: slip.id }, body: { reason } }, { key })}
          />
        )}
        {may("betting.write") && isVoidable && !request && (
          <Decide
            action={t("trading.void_slip")}
            title={t("trading.void_slip_title")}
            text={t("trading.second_person")}
            dangerous
            asksReason
            onDecide={(reason, key) => toVoid.mutate({ params: { id: slip.id }, body: { reason } }, { key })}
          />
        )}
      </div>
    </Panel>
  );
}

function Legs({ data: { slip, names } }: { readonly data: Data }) {
  const { t } = useTranslation("office", "betting");
  const named = useMarketNames();
  return (
    <Panel title={t("trading.selections")}>
      <Table
        name={t("trading.selections")}
        head={[
          t("trading.event"),
          t("trading.market"),
          t("trading.outcome"),
          `>${t("trading.price")}`,
          t("players.state"),
        ]}
        empty={t("trading.none_placed")}
        rows={slip.legs.map((leg, position) => {
          const event = names[leg.event];
          const line = { kind: leg.market, spec: leg.spec };
          return {
            key: String(position),
            cells: [
              <Link key="event" className="link named" to={`/trading/events/${leg.event}`}>
                {event?.title ?? leg.event}
              </Link>,
              event ? named.market(event, line) : leg.market,
              event ? named.outcome(event, line, leg.outcome) : leg.outcome,
              <b key="price" className="num">
                {leg.price}
              </b>,
              <span key="state">
                {t(`betting:slip.legs.${leg.status}`)}
                {leg.cause && <span className="muted">, {t(`betting:leg_causes.${leg.cause}`)}</span>}
                {leg.place && (
                  <span className="muted">
                    {", "}
                    {t("betting:slip.place_part")}: {t(`betting:slip.legs.${leg.place.status}`)}
                  </span>
                )}
              </span>,
            ],
          };
        })}
      />
    </Panel>
  );
}

function Revisions({ data: { slip } }: { readonly data: Data }) {
  const { t } = useTranslation("office", "betting");
  return (
    <Panel title={t("trading.revisions")}>
      <Table
        name={t("trading.revisions")}
        head={[
          t("players.no"),
          t("time"),
          t("reason"),
          `>${t("trading.paid")}`,
          `>${t("trading.boost")}`,
          `>${t("trading.owed")}`,
          `>${t("trading.repaid")}`,
        ]}
        empty={t("trading.no_revisions")}
        rows={slip.revisions.map(({ number, at, reason, payout, boost, owed, repaid }) => ({
          key: String(number),
          cells: [
            number,
            <Moment key="at" at={at} />,
            t(`betting:reasons.${reason}`),
            money(payout, slip.currency),
            money(boost, slip.currency),
            money(owed, slip.currency),
            money(repaid, slip.currency),
          ],
        }))}
      />
    </Panel>
  );
}
