import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { betsOf, type Choice, foldsOf } from "./slip-figures.ts";

interface SlipKindsProps {
  /** By selection, of which there are at least two. */
  readonly bankers: readonly boolean[];
  readonly choice: Choice;
  /** The systems that there are for them. */
  readonly systems: readonly Choice[];
  /** All selections are of one event, so a builder combines them. */
  readonly isBuilder: boolean;
  /** False where all selections have to be one bet. */
  readonly hasSingles: boolean;
  onChange(choice: Choice): void;
}

type Kind = "single" | "accumulator" | "builder" | "system";

/** How the selections are combined: a bet on each, one on all, or a system. */
export function SlipKinds({ bankers, choice, systems, isBuilder, hasSingles, onChange }: SlipKindsProps) {
  const { t } = useTranslation("betting");
  const kind: Kind = choice === "single" || choice === "accumulator" || choice === "builder" ? choice : "system";
  const [firstSystem] = systems;
  const name = (of: Choice) => {
    const folds = foldsOf(of);
    const legs = bankers.filter(isBanker => !isBanker).length;
    const text = folds === undefined ? t.in("slip.systems", of) : t("slip.system", { folds, legs });
    return t("slip.system_bets", { system: text, count: betsOf(of, bankers) ?? 0 });
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
              {name(each)}
            </option>
          ))}
        </select>
      )}
    </>
  );
}
