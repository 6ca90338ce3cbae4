import { Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { buttonClass } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { FieldError } from "#kit/ui/input.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { mostConditions } from "../shared/strategy.ts";
import {
  actionKinds,
  areConflicting,
  type ConditionFields,
  freshCondition,
  readCondition,
  triggerKinds,
} from "./auto-fields.ts";

interface ConditionListProps {
  readonly conditions: readonly ConditionFields[];
  onChange(conditions: readonly ConditionFields[]): void;
  /** The stake never changes here, and no side can be chosen: conditions only stop. */
  readonly onlyStop: boolean;
  /** The game has another side to bet on. */
  readonly sides: boolean;
  /** Demo play: there is no balance. */
  readonly withoutBalance: boolean;
}

/** Autobet conditions: a compact list with an add button at the end. */
export function ConditionList(props: ConditionListProps) {
  const { conditions, onChange } = props;
  const { t } = useTranslation("bets");
  const add = useRef<HTMLButtonElement>(null);
  const actions = actionKinds.filter(kind => (props.onlyStop ? kind === "stop" : props.sides || kind !== "switch"));
  const remove = (index: number) => {
    onChange(conditions.filter((_, each) => each !== index));
    // The pressed button is gone: move the focus to the add button.
    add.current?.focus();
  };
  const usesBalance = conditions.some(({ when }) => when === "balance_below" || when === "balance_above");
  return (
    <section className="conditions" aria-label={t("auto.conditions")}>
      <div className="field-label">
        <span>{t("auto.conditions")}</span>
        {conditions.length > 0 && <span className="hint">{t("auto.conditions_hint")}</span>}
      </div>
      <ul>
        {conditions.map((condition, index) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, are only appended, and hold no state
            key={index}
            number={index + 1}
            condition={condition}
            actions={actions.includes(condition.do) ? actions : [...actions, condition.do]}
            onChange={next => onChange(conditions.map((each, at) => (at === index ? next : each)))}
            onRemove={() => remove(index)}
          />
        ))}
      </ul>
      {areConflicting(conditions) && <FieldError text={t("auto.conflict")} />}
      {usesBalance && props.withoutBalance && <p className="hint">{t("auto.no_balance")}</p>}
      <button
        ref={add}
        type="button"
        className={buttonClass({ variant: "ghost", size: "s" })}
        disabled={conditions.length >= mostConditions}
        onClick={() => onChange([...conditions, freshCondition])}
      >
        <Icon of={Plus} size={16} /> {t("auto.add_condition")}
      </button>
    </section>
  );
}

interface ConditionRowProps {
  readonly number: number;
  readonly condition: ConditionFields;
  readonly actions: readonly ConditionFields["do"][];
  onChange(condition: ConditionFields): void;
  onRemove(): void;
}

function ConditionRow({ number, condition, actions, onChange, onRemove }: ConditionRowProps) {
  const { t } = useTranslation("bets");
  const bad = readCondition(condition);
  const hasTo = condition.do === "percent" || condition.do === "set";
  return (
    <li>
      <div className="line">
        <select
          className="input-box"
          aria-label={t("auto.when", { number })}
          value={condition.when}
          onChange={event => onChange({ ...condition, when: event.target.value as ConditionFields["when"] })}
        >
          {triggerKinds.map(kind => (
            <option key={kind} value={kind}>
              {t(`auto.triggers.${kind}`)}
            </option>
          ))}
        </select>
        <div className={bad === "value" ? "input-box error" : "input-box"}>
          <input
            aria-label={t("auto.value", { number })}
            aria-invalid={bad === "value" ? true : undefined}
            inputMode="decimal"
            maxLength={12}
            value={condition.value}
            onChange={event => onChange({ ...condition, value: event.target.value })}
          />
          {condition.when === "multiplier" && "×"}
        </div>
        <button
          type="button"
          className="iconbtn s"
          aria-label={t("auto.remove_condition", { number })}
          onClick={onRemove}
        >
          <Icon of={Trash2} size={16} />
        </button>
      </div>
      <div className="line">
        <select
          className="input-box"
          aria-label={t("auto.action", { number })}
          value={condition.do}
          onChange={event => onChange({ ...condition, do: event.target.value as ConditionFields["do"] })}
        >
          {actions.map(kind => (
            <option key={kind} value={kind}>
              {t(`auto.actions.${kind}`)}
            </option>
          ))}
        </select>
        {hasTo && (
          <div className={bad === "to" ? "input-box error" : "input-box"}>
            <input
              aria-label={t("auto.to", { number })}
              aria-invalid={bad === "to" ? true : undefined}
              inputMode={condition.do === "percent" ? "text" : "decimal"}
              maxLength={12}
              value={condition.to}
              onChange={event => onChange({ ...condition, to: event.target.value })}
            />
            {condition.do === "percent" && "%"}
          </div>
        )}
      </div>
    </li>
  );
}
