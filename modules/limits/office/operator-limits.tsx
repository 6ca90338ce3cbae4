import { useState } from "react";
import { currencyCodes } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { AskedNote } from "#modules/operators/office/parts/asked-note.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { NumberField } from "#modules/operators/office/parts/number-field.tsx";
import { Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { SumField, sumOf } from "#modules/operators/office/parts/sum-field.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import {
  isTimeKind,
  type LimitCause,
  limitCauses,
  mostMinutes,
  type OperatorLimitKind,
  operatorLimitKinds,
} from "../shared/operator-limits.ts";
import {
  loosenOperatorLimit,
  type OperatorLimitField,
  type OperatorLimitView,
  readOperatorLimits,
  setOperatorLimit,
} from "./contract.ts";
import { useLimitLine } from "./use-limit-line.ts";

interface OperatorLimitsProps {
  readonly id: string;
  /** The player's currency, which a new limit starts with. */
  readonly currency: string;
}

/** The limits that operators set on the player's account, and how they are set, tightened and loosened. */
export function OperatorLimits({ id, currency }: OperatorLimitsProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const limitLine = useLimitLine();
  const found = useOfficeQuery(readOperatorLimits, { params: { id } });
  const [request, setRequest] = useState<string>();
  const set = found.data?.data.limits ?? [];
  return (
    <Panel
      title={t("operator_limits.title")}
      aside={
        may("players.limits") && found.data && <Add id={id} currency={currency} limits={set} onSet={found.reload} />
      }
    >
      <p className="note muted">{t("operator_limits.about")}</p>
      <AskedNote request={request} />
      <Read of={found}>
        {({ data: { limits } }) => (
          <Table
            name={t("operator_limits.title")}
            head={[
              t("operator_limits.kind"),
              `>${t("operator_limits.value")}`,
              t("operator_limits.cause"),
              t("operator_limits.note"),
              t("operator_limits.by"),
              t("operator_limits.since"),
              "",
            ]}
            empty={t("operator_limits.empty")}
            rows={limits.map(limit => ({
              key: limit.kind,
              cells: [
                t(`operator_limits.kinds.${limit.kind}`),
                <b key="limit">{limitLine(limit)}</b>,
                t(`operator_limits.causes.${limit.cause}`),
                limit.reason,
                limit.by,
                <Moment key="since" at={limit.since} />,
                <span key="act" className="row">
                  {may("players.limits") && <Tighten id={id} limit={limit} onSet={found.reload} />}
                  {may("players.limits.loosen") && <Loosen id={id} limit={limit} onAsked={setRequest} />}
                </span>,
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}

interface AddProps extends OperatorLimitsProps {
  readonly limits: readonly OperatorLimitView[];
  onSet(): void;
}

/** Sets a limit of a kind that has none yet. */
function Add({ id, currency, limits, onSet }: AddProps) {
  const { t } = useTranslation("office");
  const free = operatorLimitKinds.filter(kind => limits.every(limit => limit.kind !== kind));
  const [chosen, setChosen] = useState<OperatorLimitKind>();
  const kind = free.find(each => each === chosen) ?? free[0];
  if (kind === undefined) return null;
  return (
    <Decide
      action={t("operator_limits.add")}
      title={t("operator_limits.add_title")}
      text={t("operator_limits.add_text")}
      asksReason
      label={t("operator_limits.note")}
      onDecide={async (reason, _key, given) => {
        const limit = limitIn(given, kind);
        if (limit === null) return;
        await call(setOperatorLimit, { params: { id }, body: { limit, cause: causeIn(given), reason } });
        onSet();
      }}
    >
      <label className="field">
        {t("operator_limits.kind")}
        <select value={kind} onChange={event => setChosen(free.find(each => each === event.target.value))}>
          {free.map(each => (
            <option key={each} value={each}>
              {t(`operator_limits.kinds.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <ValueFields key={kind} kind={kind} currency={currency} />
      <CauseField />
    </Decide>
  );
}

interface ChangeProps {
  readonly id: string;
  readonly limit: OperatorLimitView;
}

/** Lowers a limit, in its currency. */
function Tighten({ id, limit, onSet }: ChangeProps & { onSet(): void }) {
  const { t } = useTranslation("office");
  const { kind } = limit;
  const values = { kind: t(`operator_limits.kinds.${kind}`) };
  return (
    <Decide
      action={t("operator_limits.tighten")}
      title={t("operator_limits.tighten_title", values)}
      text={t("operator_limits.tighten_text")}
      asksReason
      label={t("operator_limits.note")}
      onDecide={async (reason, _key, given) => {
        const next = limitIn(given, kind);
        if (next === null) return;
        await call(setOperatorLimit, { params: { id }, body: { limit: next, cause: causeIn(given), reason } });
        onSet();
      }}
    >
      <ValueFields kind={kind} limit={limit} currency={limit.currency ?? ""} />
      <CauseField start={limit.cause} />
    </Decide>
  );
}

/** Asks a second operator to raise a limit or remove it. */
function Loosen({ id, limit, onAsked }: ChangeProps & { onAsked(request: string): void }) {
  const { t } = useTranslation("office");
  const { kind } = limit;
  return (
    <Decide
      action={t("operator_limits.loosen")}
      title={t("operator_limits.loosen_title", { kind: t(`operator_limits.kinds.${kind}`) })}
      text={t("operator_limits.loosen_text")}
      asksReason
      dangerous
      onDecide={async (reason, _key, given) => {
        const body = { kind, limit: limitIn(given, kind), reason };
        const { data } = await call(loosenOperatorLimit, { params: { id }, body });
        onAsked(data.request);
      }}
    >
      <ValueFields kind={kind} currency={limit.currency ?? ""} isOptional />
    </Decide>
  );
}

interface ValueFieldsProps {
  readonly kind: OperatorLimitKind;
  /** The one in force, whose currency is kept. */
  readonly limit?: OperatorLimitView;
  readonly currency: string;
  readonly isOptional?: boolean;
}

/** Minutes for play time, an amount and its currency for the rest. */
function ValueFields({ kind, limit, currency, isOptional = false }: ValueFieldsProps) {
  const { t } = useTranslation("office");
  if (isTimeKind(kind))
    return (
      <NumberField
        name="minutes"
        label={t("operator_limits.minutes_field")}
        most={mostMinutes}
        start={limit?.minutes ?? undefined}
        isOptional={isOptional}
      />
    );
  return (
    <div className="row wrap">
      <SumField name="amount" label={t("operator_limits.amount")} start={limit?.amount ?? ""} isOptional={isOptional} />
      <label className="field">
        {t("currency")}
        <select name="currency" defaultValue={currency}>
          {(limit?.currency ? [limit.currency] : currencyCodes).map(each => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
    </div>
  );
}

function CauseField({ start }: { readonly start?: LimitCause }) {
  const { t } = useTranslation("office");
  return (
    <label className="field">
      {t("operator_limits.cause")}
      <select name="cause" defaultValue={start}>
        {limitCauses.map(each => (
          <option key={each} value={each}>
            {t(`operator_limits.causes.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The limit in a dialog's fields; null if they are empty. */
function limitIn(given: FormData, kind: OperatorLimitKind): OperatorLimitField | null {
  if (isTimeKind(kind)) {
    const minutes = String(given.get("minutes") ?? "");
    return minutes === "" ? null : { kind, minutes: Number(minutes) };
  }
  const amount = sumOf(given, "amount");
  return amount === "" ? null : { kind, amount, currency: String(given.get("currency")) };
}

function causeIn(given: FormData): LimitCause {
  return limitCauses.find(each => each === given.get("cause")) ?? "play";
}
