import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { OrderExport } from "#modules/exports/office/order-export.tsx";
import { PlayerHarm } from "#modules/harm/office/markers-table.tsx";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { type FilterOf, useList } from "#modules/operators/office/list/use-list.ts";
import { Age } from "#modules/operators/office/parts/age.tsx";
import { Moment, money, PlayerLink, shortId } from "#modules/operators/office/parts/figures.tsx";
import { FilterForm } from "#modules/operators/office/parts/filter-form.tsx";
import { OfficePage, Panel } from "#modules/operators/office/parts/office-page.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { type AddressFilters, useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { type PayoutRowView, readPayouts } from "#modules/payments/office/contract.ts";
import { PlayerRisk } from "#modules/risk/office/signals-table.tsx";
import { PaidBy } from "./paid-by.tsx";
import { PayoutDecisions } from "./payout-decisions.tsx";
import { SharedWith, Wagered } from "./payout-facts.tsx";
import { PayoutState } from "./payout-state.tsx";
import { PayoutRules } from "./rules.tsx";
import { usePayoutActions, waitsForApproval } from "./use-payout-actions.ts";

const queues = ["waiting", "asked", "all"] as const;

function queryOf(filter: FilterOf) {
  const player = filter("player");
  return {
    which: queues.find(each => each === filter("which")) ?? ("waiting" as const),
    ...(player !== "" && { player }),
    limit: "100",
  };
}

/** Payouts that wait for approval: one operator up to a sum, two different ones above it. */
export function PayoutsPage() {
  const { t } = useTranslation("office");
  const filters = useAddressFilters();
  const { which, player = "" } = queryOf(filters.get);
  return (
    <OfficePage
      title={t("pages.payouts")}
      aside={
        <Pick
          label={t("payouts.which")}
          value={which}
          choices={queues.map(each => [each, t(`payouts.which_${each}`)] as const)}
          onPick={picked => filters.set({ which: picked === "waiting" ? "" : picked })}
        />
      }
    >
      <Panel>
        <PayoutList key={`${which} ${player}`} which={which} player={player} filters={filters} />
        <p className="note muted sm">{t("payouts.rule")}</p>
      </Panel>
      <PayoutRules />
    </OfficePage>
  );
}

interface PayoutListProps {
  readonly which: (typeof queues)[number];
  /** The id of one player, whose payouts are all shown, or "". */
  readonly player: string;
  readonly filters: AddressFilters;
}

function PayoutList({ which, player, filters }: PayoutListProps) {
  const { t } = useTranslation("office");
  const payouts = useList(
    readPayouts,
    cursor => ({ query: { ...queryOf(filters.get), ...(cursor !== undefined && { cursor }) } }),
    { pollMs: 10_000, viewAt: filter => ({ query: queryOf(filter) }) },
  );
  const actions = usePayoutActions();
  return (
    <OfficeList
      name="payouts"
      title={t("pages.payouts")}
      columns={usePayoutColumns(payouts.reload)}
      of={payouts}
      keyOf={keyOf}
      labelOf={({ amount, currency, player: { name } }) => t("payouts.bulk.of", { sum: money(amount, currency), name })}
      to={({ id }) => `/payouts/${id}`}
      actions={<OrderExport list="payouts" filters={{ which, ...(player !== "" && { player }) }} />}
      empty={t("payouts.none")}
      onClear={player === "" ? undefined : () => filters.set({ player: "" })}
      tools={<FilterForm filters={filters} fields={[{ name: "player", label: t("play.player_id") }]} />}
      bulk={actions}
    />
  );
}

/** Marked as late from here on. */
const lateMs = 24 * 3_600_000;

const keyOf = ({ id }: PayoutRowView) => id;

/** By weight: in a narrow window the last ones give way to the buttons. */
function usePayoutColumns(onDecided: () => void): readonly Column<PayoutRowView>[] {
  const { t } = useTranslation("office");
  const { may } = useSession();
  return [
    {
      id: "no",
      title: t("players.no"),
      fixed: true,
      cell: ({ id }) => (
        <Link className="link mono" to={`/payouts/${id}`}>
          {shortId(id)}
        </Link>
      ),
    },
    { id: "at", title: t("time"), extra: true, cell: payout => <Moment at={payout.created_at} /> },
    { id: "player", title: t("player"), fixed: true, cell: ({ player }) => <PlayerLink player={player} /> },
    {
      id: "amount",
      title: t("amount"),
      right: true,
      fixed: true,
      cell: ({ amount, currency }) => <b>{money(amount, currency)}</b>,
    },
    {
      id: "why",
      title: t("why"),
      cell: payout =>
        payout.waits_for.length > 0 && (
          <span className="muted reason">{payout.waits_for.map(word => t.in("waits", word)).join(", ")}</span>
        ),
    },
    { id: "state", title: t("players.state"), cell: payout => <PayoutState payout={payout} /> },
    {
      id: "age",
      title: t("age.title"),
      right: true,
      cell: payout => <Age since={waitsForApproval(payout) ? payout.created_at : null} lateMs={lateMs} />,
    },
    ...(may("risk.read")
      ? [
          {
            id: "risk",
            title: t("players.risk"),
            right: true,
            cell: ({ player, risk }: PayoutRowView) => <PlayerRisk id={player.id} score={risk} />,
          },
        ]
      : []),
    ...(may("harm.read")
      ? [
          {
            id: "harm",
            title: t("players.harm"),
            right: true,
            cell: ({ player, harm }: PayoutRowView) => <PlayerHarm id={player.id} score={harm} />,
          },
        ]
      : []),
    {
      id: "method",
      title: t("method"),
      cell: payout => (
        <span className="row wrap">
          <PaidBy payout={payout} />
          <SharedWith count={payout.shared_with} />
        </span>
      ),
    },
    {
      id: "worth",
      title: t("payouts.worth"),
      right: true,
      cell: ({ worth }) => (worth === null ? "—" : money(worth, "EUR")),
    },
    {
      id: "approvals",
      title: t("payouts.approved_by"),
      cell: ({ approvals }) => approvals.map(({ operator }) => operator).join(", ") || "—",
    },
    {
      id: "wagered",
      title: t("payouts.wagered"),
      right: true,
      cell: ({ wagered }) => <Wagered percentage={wagered} />,
    },
    { id: "claim", title: t("payouts.claimed_by"), cell: ({ claim }) => claim?.name ?? "—" },
    { id: "ended", title: t("play.ended"), extra: true, cell: payout => <Moment at={payout.ended_at} /> },
    {
      id: "do",
      title: "",
      right: true,
      cell: payout => may("payouts.approve") && <PayoutDecisions payout={payout} onDecided={onDecided} />,
    },
  ];
}
