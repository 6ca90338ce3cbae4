import { Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { formatAmount, type Micros, parseAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Input } from "#kit/ui/input.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { StakeChange, Strategy } from "./autobet.ts";
import { loadStrategies, removeStrategy, type SavedStrategy, saveStrategy, strategyNameLength } from "./strategies.ts";

/** The fields of autobet as they are typed. Empty means: without it. */
export interface AutoFields {
  readonly count: string;
  readonly stopOnProfit: string;
  readonly stopOnLoss: string;
  readonly afterWin: ChangeFields;
  readonly afterLoss: ChangeFields;
}

interface ChangeFields {
  readonly kind: "reset" | "percent";
  readonly percent: string;
}

export const freshAutoFields: AutoFields = {
  count: "10",
  stopOnProfit: "",
  stopOnLoss: "",
  afterWin: { kind: "reset", percent: "0" },
  afterLoss: { kind: "reset", percent: "0" },
};

/** The strategy that the fields describe for a stake, or the name of the field that cannot be read. */
export function readAutoFields(fields: AutoFields, stake: Micros): Strategy | keyof AutoFields {
  const count = readCount(fields.count);
  if (count === undefined) return "count";
  const stopOnProfit = readOptional(fields.stopOnProfit);
  if (stopOnProfit === undefined) return "stopOnProfit";
  const stopOnLoss = readOptional(fields.stopOnLoss);
  if (stopOnLoss === undefined) return "stopOnLoss";
  const afterWin = readChange(fields.afterWin);
  if (!afterWin) return "afterWin";
  const afterLoss = readChange(fields.afterLoss);
  if (!afterLoss) return "afterLoss";
  return { stake, count, stopOnProfit, stopOnLoss, afterWin, afterLoss };
}

function readCount(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  return /^[1-9][0-9]{0,5}$/.test(text.trim()) ? Number(text) : undefined;
}

function readOptional(text: string): Micros | null | undefined {
  return text.trim() === "" ? null : parseAmount(text.trim().replace(",", "."));
}

function readChange(fields: ChangeFields): StakeChange | undefined {
  if (fields.kind === "reset") return { kind: "reset" };
  if (!/^[-\u2212]?[0-9]{1,4}$/.test(fields.percent.trim())) return undefined;
  const percent = Number(fields.percent.trim().replace("\u2212", "-"));
  return percent >= -99 && percent <= 1000 ? { kind: "percent", percent } : undefined;
}

function fieldsOf(strategy: Strategy): AutoFields {
  const amount = (value: Micros | null) => (value === null ? "" : formatAmount(value));
  const change = (value: StakeChange): ChangeFields =>
    value.kind === "reset" ? { kind: "reset", percent: "0" } : { kind: "percent", percent: String(value.percent) };
  return {
    count: strategy.count === null ? "" : String(strategy.count),
    stopOnProfit: amount(strategy.stopOnProfit),
    stopOnLoss: amount(strategy.stopOnLoss),
    afterWin: change(strategy.afterWin),
    afterLoss: change(strategy.afterLoss),
  };
}

interface AutoFormProps {
  readonly game: string;
  readonly currency: Currency;
  readonly fields: AutoFields;
  onChange(fields: AutoFields): void;
  /** The present stake, for saving; null when it cannot be read. */
  readonly stake: Micros | null;
  /** A saved strategy brings its stake along; without this the table fixes the stake, and no result changes it. */
  onStake?(text: string): void;
  readonly disabled: boolean;
}

/** What autobet is told: how often, when to stop, what to do after a result; and the strategies saved on this device. */
export function AutoForm({ game, currency, fields, onChange, stake, onStake, disabled }: AutoFormProps) {
  const { t } = useTranslation("desk");
  const bad = readAutoFields(fields, stake ?? (0n as Micros));
  const error = (name: keyof AutoFields) => (bad === name ? t("auto.invalid") : undefined);
  return (
    <fieldset className="auto" disabled={disabled}>
      <legend className="sr">{t("mode.auto")}</legend>
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
      <Shelf
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
  const { t } = useTranslation("desk");
  const { value } = props;
  return (
    <div>
      <div className="lab">{props.label}</div>
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
          <div className={props.error ? "inp err" : "inp"}>
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

interface ShelfProps {
  readonly game: string;
  readonly currency: Currency;
  readonly strategy: Strategy | null;
  onPick(strategy: Strategy): void;
}

function Shelf({ game, currency, strategy, onPick }: ShelfProps) {
  const { t } = useTranslation("desk");
  const [saved, setSaved] = useState<readonly SavedStrategy[]>([]);
  const [name, setName] = useState("");
  useEffect(() => setSaved(loadStrategies(localStorage, game, currency)), [game, currency]);
  const save = () => {
    if (!strategy || name.trim() === "") return;
    setSaved(saveStrategy(localStorage, game, currency, { name: name.trim(), strategy }));
    setName("");
  };
  return (
    <details className="shelf">
      <summary className="lab">{t("auto.saved", { count: saved.length })}</summary>
      <ul className="col g1">
        {saved.map(each => (
          <li key={each.name} className="row">
            <Button size="s" look="gho" className="f1" onClick={() => onPick(each.strategy)}>
              {each.name}
            </Button>
            <button
              type="button"
              className="iconbtn s"
              aria-label={t("auto.remove", { name: each.name })}
              onClick={() => setSaved(removeStrategy(localStorage, game, currency, each.name))}
            >
              <Icon of={Trash2} size={16} />
            </button>
          </li>
        ))}
      </ul>
      <div className="row">
        <div className="inp f1">
          <input
            aria-label={t("auto.name")}
            placeholder={t("auto.name")}
            maxLength={strategyNameLength}
            value={name}
            onChange={event => setName(event.target.value)}
          />
        </div>
        <Button size="s" disabled={!strategy || name.trim() === ""} onClick={save}>
          {t("auto.save")}
        </Button>
      </div>
    </details>
  );
}
