import { useState } from "react";
import { Link } from "react-router";
import { isCurrency } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { useList } from "#modules/operators/office/list/use-list.ts";
import { AskedNote } from "#modules/operators/office/parts/asked-note.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { decimal, Moment, money, PlayerLink, Short, shortId } from "#modules/operators/office/parts/figures.tsx";
import { NumberField } from "#modules/operators/office/parts/number-field.tsx";
import { Panel, Tag } from "#modules/operators/office/parts/office-page.tsx";
import type { AddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { useSession } from "#modules/operators/office/session.ts";
import {
  assignPayment,
  holdPayment,
  type QuarantinedView,
  readQuarantine,
  returnPayment,
} from "./quarantine-contract.ts";

const mostDays = 30;
const usualDays = 3;
const tones = {
  waiting: "wait",
  sending: "info",
  returned: "plain",
  recalled: "plain",
  assigned: "good",
  refused: "bad",
  unbooked: "bad",
} as const;

/** Payments whose deposit is unknown, and what operators decide about them. */
export function Quarantine({ filters }: { readonly filters: AddressFilters }) {
  const { t } = useTranslation("office");
  const [request, setRequest] = useState<string>();
  const which = filters.get("quarantine") === "all" ? ("all" as const) : ("waiting" as const);
  const payments = useList(
    readQuarantine,
    cursor => ({ query: { which, limit: "50", ...(cursor !== undefined && { cursor }) } }),
    { pollMs: 15_000 },
  );
  return (
    <Panel
      title={t("quarantine.title")}
      aside={
        <button
          type="button"
          className="btn s"
          aria-pressed={which === "all"}
          onClick={() => filters.set({ quarantine: which === "all" ? "" : "all" })}
        >
          {t("quarantine.all")}
        </button>
      }
    >
      <AskedNote request={request} />
      <OfficeList
        name="quarantine"
        title={t("quarantine.title")}
        columns={useQuarantineColumns(payments.reload, setRequest)}
        of={payments}
        keyOf={keyOf}
        labelOf={({ id }) => shortId(id)}
        empty={t("quarantine.none")}
      />
      <p className="note muted sm">{t("quarantine.text")}</p>
    </Panel>
  );
}

const keyOf = ({ id }: QuarantinedView) => id;

/** Also of a currency that we do not have. */
const sumOf = ({ amount, currency }: Pick<QuarantinedView, "amount" | "currency">): string =>
  isCurrency(currency) ? money(amount, currency) : `${decimal(amount)} ${currency}`;

function useQuarantineColumns(
  changed: () => void,
  asked: (request: string) => void,
): readonly Column<QuarantinedView>[] {
  const { t } = useTranslation("office");
  return [
    { id: "at", title: t("time"), fixed: true, cell: ({ received_at }) => <Moment at={received_at} /> },
    { id: "provider", title: t("payments.provider"), cell: ({ provider }) => provider },
    {
      id: "payment",
      title: t("quarantine.payment"),
      cell: ({ payment_id }) => (payment_id.length > 14 ? <Short of={payment_id} /> : payment_id),
    },
    {
      id: "amount",
      title: t("amount"),
      right: true,
      fixed: true,
      cell: payment => <b>{sumOf(payment)}</b>,
    },
    {
      id: "state",
      title: t("players.state"),
      fixed: true,
      cell: ({ state }) => <Tag tone={tones[state]}>{t(`quarantine.states.${state}`)}</Tag>,
    },
    { id: "returns", title: t("quarantine.returns_at"), cell: ({ returns_at }) => <Moment at={returns_at} /> },
    {
      id: "deposit",
      title: t("quarantine.deposit"),
      cell: ({ deposit, player }) => (
        <span className="row">
          {deposit === null ? (
            "—"
          ) : (
            <Link className="link mono" to={`/payments/${deposit}`}>
              {shortId(deposit)}
            </Link>
          )}
          {player && <PlayerLink player={player} />}
        </span>
      ),
    },
    {
      id: "do",
      title: "",
      right: true,
      fixed: true,
      cell: payment => <Decisions payment={payment} changed={changed} asked={asked} />,
    },
  ];
}

interface DecisionProps {
  readonly payment: QuarantinedView;
  changed(): void;
  asked(request: string): void;
}

function Decisions({ payment: { id, state, payment_id: payment, ...paid }, changed, asked }: DecisionProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  if (state !== "waiting") return null;
  const params = { id };
  const sum = sumOf(paid);
  return (
    <span className="row end">
      {may("corrections.request") && (
        <Decide
          action={t("quarantine.assign")}
          title={t("quarantine.assign_title", { sum })}
          text={t("quarantine.assign_text")}
          asksReason
          onDecide={async (reason, _key, given) => {
            const body = { deposit: String(given.get("deposit")).trim(), reason };
            const { data } = await call(assignPayment, { params, body });
            asked(data.request);
          }}
        >
          <label className="field">
            {t("quarantine.deposit_id")}
            <input name="deposit" required minLength={36} maxLength={36} autoComplete="off" spellCheck={false} />
          </label>
        </Decide>
      )}
      {may("methods.write") && (
        <>
          <Decide
            action={t("quarantine.hold")}
            title={t("quarantine.hold_title", { sum })}
            text={t("quarantine.hold_text")}
            asksReason
            onDecide={async (reason, _key, given) => {
              await call(holdPayment, { params, body: { days: Number(given.get("days")), reason } });
              changed();
            }}
          >
            <NumberField name="days" label={t("quarantine.days")} most={mostDays} start={usualDays} />
          </Decide>
          <Decide
            action={t("quarantine.return")}
            title={t("quarantine.return_title", { sum })}
            text={t("quarantine.return_text", { payment })}
            asksReason
            dangerous
            onDecide={async (reason, key) => {
              await call(returnPayment, { params, body: { reason } }, key);
              changed();
            }}
          />
        </>
      )}
    </span>
  );
}
