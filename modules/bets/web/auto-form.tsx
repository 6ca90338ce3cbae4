import type { ReactNode } from "react";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { Input } from "#kit/ui/input.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { type AutoFields, type ChangeFields, fieldsOf, readAutoFields } from "./auto-fields.ts";
import { ConditionList } from "./condition-list.tsx";
import { StrategyShelf } from "./strategy-shelf.tsx";

interface AutoFormProps {
  readonly game: string;
  readonly currency: Currency;
  readonly fields: AutoFields;
  onChange(fields: AutoFields): void;
  /** The current stake, for saving; null when it is invalid. */
  readonly stake: Micros | null;
  /** A saved strategy sets its stake; without this the game fixes the stake, and results do not change it. */
  onStake?(text: string): void;
  readonly disabled: boolean;
  /** The game has another side to bet on. */
  readonly sides?: boolean;
  /** Demo play: there is no balance, and conditions on it do nothing. */
  readonly withoutBalance: boolean;
  /** The forecast, above the saved strategies. */
  readonly forecast?: ReactNode;
}

/** Autobet settings: number of bets, when to stop, changes after a result; and the saved strategies. */
export function AutoForm(props: AutoFormProps) {
  const { game, currency, fields, onChange, stake, onStake, disabled } = props;
  const { t } = useTranslation("bets");
  const bad = readAutoFields(fields, stake ?? (0n as Micros));
  const error = (name: keyof AutoFields) => (bad === name ? t("auto.invalid") : undefined);
  return (
    <fieldset className="auto" disabled={disabled}>
      <legend className="sr-only">{t("mode.auto")}</legend>
      <Input
        label={t("auto.count")}
        hint={t("auto.count_hint")}
        inputMode="numeric"
        placeholder="∞"
        value={fields.count}
        error={error("count")}
        onChange={event => onChange({ ...fields, count: event.target.value })}
      />
      {onStake && (
        <>
          <Change
            label={t("auto.after_win")}
            value={fields.afterWin}
            error={error("afterWin")}
            onChange={afterWin => onChange({ ...fields, afterWin })}
          />
          <Change
            label={t("auto.after_loss")}
            value={fields.afterLoss}
            error={error("afterLoss")}
            onChange={afterLoss => onChange({ ...fields, afterLoss })}
          />
        </>
      )}
      <div className="pair">
        <Input
          label={t("auto.stop_profit")}
          inputMode="decimal"
          placeholder="–"
          value={fields.stopOnProfit}
          error={error("stopOnProfit")}
          onChange={event => onChange({ ...fields, stopOnProfit: event.target.value })}
        />
        <Input
          label={t("auto.stop_loss")}
          inputMode="decimal"
          placeholder="–"
          value={fields.stopOnLoss}
          error={error("stopOnLoss")}
          onChange={event => onChange({ ...fields, stopOnLoss: event.target.value })}
        />
      </div>
      <ConditionList
        conditions={fields.conditions}
        onChange={conditions => onChange({ ...fields, conditions })}
        onlyStop={!onStake}
        sides={props.sides ?? false}
        withoutBalance={props.withoutBalance}
      />
      {props.forecast}
      <StrategyShelf
        game={game}
        currency={currency}
        strategy={stake !== null && typeof bad === "object" ? bad : null}
        onPick={picked => {
          onChange(fieldsOf(picked));
          onStake?.(formatAmount(picked.stake));
        }}
      />
    </fieldset>
  );
}

function Change(props: {
  label: string;
  value: ChangeFields;
  error: string | undefined;
  onChange(value: ChangeFields): void;
}) {
  const { t } = useTranslation("bets");
  const { value } = props;
  return (
    <div>
      <div className="field-label">{props.label}</div>
      <div className="change">
        <Tabs
          label={props.label}
          value={value.kind}
          onChange={kind => props.onChange({ ...value, kind })}
          fill
          small
          items={[
            { value: "reset", text: t("auto.reset") },
            { value: "percent", text: t("auto.by_percent") },
          ]}
        />
        {value.kind === "percent" && (
          <div className={props.error ? "input-box error" : "input-box"}>
            <input
              aria-label={`${props.label}, %`}
              aria-invalid={props.error ? true : undefined}
              inputMode="numeric"
              value={value.percent}
              onChange={event => props.onChange({ ...value, percent: event.target.value })}
            />
            %
          </div>
        )}
      </div>
    </div>
  );
}
