import { Pencil } from "lucide-react";
import { useId, useState } from "react";
import type { Language } from "#kit/i18n/locale.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { chanceOf, readDecimal, shownChance, shownMultiplier, targetOfChance, withinLimits } from "./fields.ts";

interface ChoiceFieldsProps {
  /** Hundredths. */
  readonly target: number;
  onChange(target: number): void;
  readonly locked: boolean;
  readonly language: Language;
}

/** Target and chance: two views of one whole number, both of them editable. */
export function ChoiceFields({ target, onChange, locked, language }: ChoiceFieldsProps) {
  const { t } = useTranslation("limbo");
  return (
    <div className="limbo-fields">
      <ChoiceField
        label={t("target")}
        text={`${shownMultiplier(target, language)}×`}
        locked={locked}
        onRead={text => {
          const value = readDecimal(text, 2);
          if (value !== undefined) onChange(withinLimits(value));
        }}
      />
      <ChoiceField
        label={t("chance")}
        text={`${shownChance(chanceOf(target), language)}%`}
        locked={locked}
        onRead={text => {
          const value = readDecimal(text, 6);
          if (value !== undefined) onChange(targetOfChance(value));
        }}
      />
    </div>
  );
}

interface ChoiceFieldProps {
  readonly label: string;
  readonly text: string;
  readonly locked: boolean;
  onRead(text: string): void;
}

/** Shows the choice until the field is edited; the text is parsed on blur or Enter, and invalid text is discarded. */
function ChoiceField({ label, text, locked, onRead }: ChoiceFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const finish = () => {
    if (draft !== null && draft !== text) onRead(draft);
    setDraft(null);
  };
  return (
    <div>
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
      </div>
      <div className="input-box">
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          disabled={locked}
          value={draft ?? text}
          onFocus={event => event.target.select()}
          onChange={event => setDraft(event.target.value)}
          onBlur={finish}
          onKeyDown={event => {
            if (event.key === "Enter") event.currentTarget.blur();
            if (event.key === "Escape") setDraft(null);
          }}
        />
        <Icon of={Pencil} size={15} />
      </div>
    </div>
  );
}
