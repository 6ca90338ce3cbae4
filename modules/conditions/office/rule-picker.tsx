import { currencyCodes } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { mostDepth, mostLeaves, operatorsOf } from "#modules/conditions/shared/rule.ts";
import {
  type DraftGroup,
  type DraftLeaf,
  type DraftNode,
  isGroup,
  newGroup,
  newLeaf,
  type OfferedFact,
} from "./rule-draft.ts";
import "./rule-picker.css";

interface PickerProps {
  readonly rule: DraftGroup;
  readonly facts: ReadonlyMap<string, OfferedFact>;
  onChange(rule: DraftGroup): void;
}

/** A tree of conditions, edited. Values are checked as a whole by the page and by the server. */
export function RulePicker({ rule, facts, onChange }: PickerProps) {
  return <Group group={rule} facts={facts} depth={1} onChange={onChange} />;
}

interface GroupProps {
  readonly group: DraftGroup;
  readonly facts: ReadonlyMap<string, OfferedFact>;
  readonly depth: number;
  onChange(group: DraftGroup): void;
  onRemove?(): void;
}

function Group({ group, facts, depth, onChange, onRemove }: GroupProps) {
  const { t } = useTranslation("office");
  const { parts, join } = group;
  const setParts = (next: readonly DraftNode[]) => onChange({ key: group.key, join, parts: next });
  const replace = (part: DraftNode) => setParts(parts.map(each => (each.key === part.key ? part : each)));
  const remove = (key: string) => setParts(parts.filter(each => each.key !== key));
  const [first] = facts.values();
  const fresh = () => (first ? [newLeaf(first)] : []);
  return (
    <fieldset className="rule-group">
      <legend className="row wrap">
        <select
          className="pick"
          aria-label={t("rules.join")}
          value={join}
          onChange={({ target }) => onChange({ key: group.key, parts, join: target.value as DraftGroup["join"] })}
        >
          <option value="all">{t("rules.joins.all")}</option>
          <option value="any">{t("rules.joins.any")}</option>
          <option value="none">{t("rules.joins.none")}</option>
        </select>
        {onRemove && (
          <button type="button" className="btn s" onClick={onRemove}>
            {t("rules.remove_group")}
          </button>
        )}
      </legend>
      {parts.map(part =>
        isGroup(part) ? (
          <Group
            key={part.key}
            group={part}
            facts={facts}
            depth={depth + 1}
            onChange={replace}
            onRemove={() => remove(part.key)}
          />
        ) : (
          <Condition key={part.key} leaf={part} facts={facts} onChange={replace} onRemove={() => remove(part.key)} />
        ),
      )}
      <span className="row wrap">
        <button
          type="button"
          className="btn s"
          disabled={parts.length >= mostLeaves}
          onClick={() => setParts([...parts, ...fresh()])}
        >
          {t("rules.add")}
        </button>
        {depth < mostDepth - 1 && (
          <button type="button" className="btn s" onClick={() => setParts([...parts, newGroup(fresh(), "any")])}>
            {t("rules.add_group")}
          </button>
        )}
      </span>
    </fieldset>
  );
}

interface ConditionProps {
  readonly leaf: DraftLeaf;
  readonly facts: ReadonlyMap<string, OfferedFact>;
  onChange(leaf: DraftLeaf): void;
  onRemove(): void;
}

function Condition({ leaf, facts, onChange, onRemove }: ConditionProps) {
  const { t } = useTranslation("office");
  const fact = facts.get(leaf.fact);
  return (
    <div className="row wrap rule-leaf">
      <select
        className="pick"
        aria-label={t("rules.fact")}
        value={leaf.fact}
        onChange={({ target }) => {
          const chosen = facts.get(target.value);
          if (chosen) onChange({ ...newLeaf(chosen), key: leaf.key });
        }}
      >
        {[...facts.values()].map(each => (
          <option key={each.name} value={each.name}>
            {each.words.name}
          </option>
        ))}
      </select>
      {fact && <Compared leaf={leaf} fact={fact} onChange={onChange} />}
      <button type="button" className="btn s" aria-label={t("rules.remove")} onClick={onRemove}>
        ×
      </button>
    </div>
  );
}

interface ComparedProps {
  readonly leaf: DraftLeaf;
  readonly fact: OfferedFact;
  onChange(leaf: DraftLeaf): void;
}

function Compared({ leaf, fact, onChange }: ComparedProps) {
  const { t } = useTranslation("office");
  const setValues = (values: readonly string[]) => onChange({ ...leaf, values });
  if (fact.type === "flag")
    return (
      <select
        className="pick"
        aria-label={t("rules.value")}
        value={leaf.values[0]}
        onChange={({ target }) => setValues([target.value])}
      >
        <option value="true">{fact.words.yes}</option>
        <option value="false">{fact.words.no}</option>
      </select>
    );
  if (fact.type === "choice")
    return (
      <span className="row wrap">
        {fact.options?.map(option => (
          <label key={option} className="row">
            <input
              type="checkbox"
              checked={leaf.values.includes(option)}
              onChange={({ target }) =>
                setValues(target.checked ? [...leaf.values, option] : leaf.values.filter(each => each !== option))
              }
            />
            {fact.words.options?.[option] ?? option}
          </label>
        ))}
      </span>
    );
  if (fact.type === "text")
    return (
      <input
        className="pick"
        aria-label={t("rules.values")}
        placeholder={t("rules.values")}
        value={leaf.values.join(", ")}
        onChange={({ target }) => setValues(target.value.split(/, ?/))}
      />
    );
  return (
    <>
      <select
        className="pick"
        aria-label={t("rules.operator")}
        value={leaf.operator}
        onChange={({ target }) => onChange({ ...leaf, operator: target.value as DraftLeaf["operator"] })}
      >
        {operatorsOf[fact.type].map(operator => (
          <option key={operator} value={operator}>
            {t(`rules.operators.${operator}`)}
          </option>
        ))}
      </select>
      <input
        className="pick rule-number"
        inputMode="decimal"
        aria-label={t("rules.value")}
        value={leaf.values[0]}
        onChange={({ target }) => setValues([target.value])}
      />
      {fact.type === "money" && (
        <select
          className="pick"
          aria-label={t("currency")}
          value={leaf.currency}
          onChange={({ target }) => onChange({ ...leaf, currency: target.value })}
        >
          {currencyCodes.map(code => (
            <option key={code}>{code}</option>
          ))}
        </select>
      )}
    </>
  );
}
