import { Copy, type LucideIcon, RotateCcw, Trash2, Undo2 } from "lucide-react";
import type { Language } from "#kit/i18n/locale.ts";
import type { TextKey } from "#kit/i18n/text-keys.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { ChipPicture } from "./chip-picture.tsx";

interface ChipHandProps {
  readonly values: readonly Micros[];
  readonly chip: Micros;
  readonly currency: Currency;
  readonly language: Language;
  onChip(chip: Micros): void;
}

/** The chip selection: each press on the cloth places one such chip. A single denomination is shown as text. */
export function ChipHand({ values, chip, currency, language, onChip }: ChipHandProps) {
  const { t } = useTranslation("roulette");
  if (values.length === 1)
    return (
      <p className="rl-one sm">
        <ChipPicture amount={chip} values={values} size={30} language={language} />
        <span>{t("fixed_chip", { amount: showMoney(chip, currency, language, { brief: true }) })}</span>
      </p>
    );
  return (
    <fieldset className="rl-hand">
      <legend className="sr-only">{t("chip")}</legend>
      {values.map(value => (
        <button
          key={String(value)}
          type="button"
          aria-pressed={value === chip}
          aria-label={t("chip_of", { amount: showMoney(value, currency, language, { brief: true }) })}
          onClick={() => onChip(value)}
        >
          <ChipPicture amount={value} values={values} size={42} language={language} />
        </button>
      ))}
    </fieldset>
  );
}

interface ActsProps {
  readonly canUndo: boolean;
  readonly canRepeat: boolean;
  readonly locked: boolean;
  onUndo(): void;
  onDouble(): void;
  onClear(): void;
  onRepeat(): void;
}

/** Actions on all chips at once. */
export function ChipActs(props: ActsProps) {
  const { t } = useTranslation("roulette");
  const act = (of: LucideIcon, key: TextKey<"roulette">, on: boolean, run: () => void) => (
    <Button key={key} size="s" variant="secondary" disabled={!on || props.locked} onClick={run} aria-label={t(key)}>
      <Icon of={of} size={16} />
      <span>{t(key)}</span>
    </Button>
  );
  return (
    <div className="rl-acts">
      {act(Undo2, "undo", props.canUndo, props.onUndo)}
      {act(Copy, "double", props.canUndo, props.onDouble)}
      {act(RotateCcw, "repeat", props.canRepeat, props.onRepeat)}
      {act(Trash2, "clear", props.canUndo, props.onClear)}
    </div>
  );
}
