import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { betsOf, type Choice, foldsOf } from "./slip-figures.ts";

interface SlipKindsProps {
  /** Whether each selection of the slip is a banker. The slip has at least two selections. */
  readonly bankers: readonly boolean[];
  readonly choice: Choice;
  /** The systems that these selections can form. */
  readonly systems: readonly Choice[];
  /** All selections are of one event, so a builder combines them. */
  readonly isBuilder: boolean;
  /** False if all selections have to be in one bet. */
  readonly hasSingles: boolean;
  onChange(choice: Choice): void;
}

type Kind = "single" | "accumulator" | "builder" | "system";

/** How the selections are combined: a bet on each, one on all, or a system. */
export function SlipKinds({ bankers, choice, systems, isBuilder, hasSingles, onChange }: SlipKindsProps) {
  const { t } = useTranslation("betting");
  const kind: Kind = choice === "single" || choice === "accumulator" || choice === "builder" ? choice : "system";
  const [firstSystem] = systems;
  const systemName = (system: Choice) => {
    const folds = foldsOf(system);
    const legs = bankers.filter(isBanker => !isBanker).length;
    const text = folds === undefined ? t.in("slip.systems", system) : t("slip.system", { folds, legs });
    return t("slip.system_bets", { system: text, count: betsOf(system, bankers) ?? 0 });
  };
  const items: { readonly value: Kind; readonly text: string }[] = [
    ...(hasSingles ? [{ value: "single" as const, text: t("slip.singles") }] : []),
    isBuilder ? { value: "builder", text: t("slip.builder") } : { value: "accumulator", text: t("slip.accumulator") },
  ];
  if (firstSystem && !isBuilder) items.push({ value: "system", text: t("slip.systems_tab") });
  return (
    <>
      <Tabs<Kind>
        label={t("slip.kind")}
        value={kind}
        onChange={next => onChange(next === "system" ? (firstSystem ?? "accumulator") : next)}
        fill
        small
        items={items}
      />
      {kind === "system" && (
        <select
          className="input-box pick"
          aria-label={t("slip.systems_tab")}
          value={choice}
          onChange={event => onChange(event.target.value as Choice)}
        >
          {systems.map(each => (
            <option key={each} value={each}>
              {systemName(each)}
            </option>
          ))}
        </select>
      )}
    </>
  );
}
