import { Link, useParams } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type Fact, Facts } from "#modules/operators/office/parts/facts.tsx";
import { Moment, money, multiplier, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { BetState } from "./bet-state.tsx";
import { readOfficeBet } from "./contract.ts";
import { PublicRecord } from "./public-record.tsx";
import { ShownValue } from "./shown-value.tsx";

type Data = RouteOutput<typeof readOfficeBet>["data"];

/** One bet: what was chosen and decided, under which rules, and how its money moved. */
export function OfficeBetPage() {
  const { t } = useTranslation("office");
  const { game = "", id = "" } = useParams();
  const found = useOfficeQuery(readOfficeBet, { params: { id } }, 30_000);
  return (
    <OfficePage
      title={t("play.bet")}
      aside={
        <Link className="btn s" to={`/games/${game}`}>
          {t.in("games", game)}
        </Link>
      }
    >
      <Read of={found}>
        {({ data }) => (
          <>
            <Panel title={money(data.bet.stake, data.bet.currency)} aside={<BetState status={data.bet.status} />}>
              <BetFacts data={data} />
            </Panel>
            <Panel title={t("play.transfers")}>
              <Table
                figures
                name={t("play.transfers")}
                head={[
                  t("players.no"),
                  t("time"),
                  t("players.kind"),
                  `>${t("amount")}`,
                  t("play.debit"),
                  t("play.credit"),
                  `>${t("players.balance")}`,
                ]}
                empty={t("players.no_rows")}
                rows={data.transfers.map(row => ({
                  key: row.number,
                  cells: [
                    <span key="no" className="mono muted">
                      {row.number}
                    </span>,
                    <Moment key="at" at={row.at} />,
                    t.find(`kinds.${row.kind}`) ?? row.kind,
                    money(row.amount, data.bet.currency),
                    row.debit,
                    row.credit,
                    <b key="balance">{money(row.balance, data.bet.currency)}</b>,
                  ],
                }))}
              />
            </Panel>
          </>
        )}
      </Read>
    </OfficePage>
  );
}

function BetFacts({ data: { bet, win_cap, seed, steps } }: { data: Data }) {
  const { t } = useTranslation("office");
  const stored = (of: Readonly<Record<string, unknown>>) =>
    Object.entries(of).map(([name, value]) => (
      <div key={name}>
        <span className="muted mono">{name}</span>{" "}
        {typeof value === "object" && value !== null ? (
          <span className="mono">{JSON.stringify(value)}</span>
        ) : (
          <ShownValue of={value} />
        )}
      </div>
    ));
  const facts: readonly Fact[] = [
    [t("player"), <PlayerLink key="player" player={bet.player} />],
    [t("play.placed"), <Moment key="placed" at={bet.at} />],
    [t("play.ended"), <Moment key="ended" at={bet.ended_at} />],
    [t("play.bet_payout"), money(bet.payout, bet.currency)],
    [t("play.multiplier"), multiplier(bet.multiplier)],
    [t("play.win_cap"), money(win_cap, bet.currency)],
    [t("play.rules"), bet.rules_version],
    ...(bet.round === null ? [] : ([[t("play.round"), bet.round]] as const)),
    ...(steps === null ? [] : ([[t("play.steps"), String(steps)]] as const)),
    ...(seed === null
      ? []
      : ([
          [t("play.seed"), String(seed.number)],
          [t("play.client_seed"), seed.client_seed],
          [t("play.nonce"), String(seed.nonce)],
        ] as const)),
    [t("play.choice"), stored(bet.choice)],
    [t("play.outcome"), Object.keys(bet.outcome).length === 0 ? "—" : stored(bet.outcome)],
    [t("play.record"), <PublicRecord key="record" id={bet.id} />],
    [t("timeline.id"), bet.id],
  ];
  return <Facts of={facts} layout="pad" />;
}
