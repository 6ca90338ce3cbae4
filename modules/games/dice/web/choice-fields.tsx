import { ArrowUpDown, Pencil } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { Language } from "#kit/i18n/locale.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import {
  type Choice,
  multiplierOf,
  readDecimal,
  shownDecimal,
  swapped,
  targetOf,
  withChance,
  withMultiplier,
  withTarget,
} from "./fields.ts";

interface ChoiceFieldsProps {
  readonly choice: Choice;
  onChange(choice: Choice): void;
  readonly locked: boolean;
  readonly language: Language;
}

/** Multiplier, target and chance: three views of one whole number, each of them editable. */
export function ChoiceFields({ choice, onChange, locked, language }: ChoiceFieldsProps) {
  const { t } = useTranslation("dice");
  const swap = (
    <button
      type="button"
      className="swap"
      disabled={locked}
      aria-label={t("swap")}
      onClick={() => onChange(swapped(choice))}
    >
      <Icon of={ArrowUpDown} size={16} />
    </button>
  );
  const pencil = <Icon of={Pencil} size={15} />;
  return (
    <div className="dice-fields">
      <ChoiceField
        label={t("multiplier")}
        text={`${shownDecimal(multiplierOf(choice), 4, language)}×`}
        tail={pencil}
        locked={locked}
        onRead={text => {
          const value = readDecimal(text, 4);
          if (value !== undefined) onChange(withMultiplier(choice, value));
        }}
      />
      <ChoiceField
        label={t(choice.direction === "over" ? "roll_over" : "roll_under")}
        text={shownDecimal(targetOf(choice), 2, language)}
        tail={swap}
        locked={locked}
        onRead={text => {
          const value = readDecimal(text, 2);
          if (value !== undefined) onChange(withTarget(choice, value));
        }}
      />
      <ChoiceField
        label={t("chance")}
        text={`${shownDecimal(choice.winning, 2, language)}%`}
        tail={pencil}
        locked={locked}
        onRead={text => {
          const value = readDecimal(text, 2);
          if (value !== undefined) onChange(withChance(choice, value));
        }}
      />
    </div>
  );
}

interface ChoiceFieldProps {
  readonly label: string;
  readonly text: string;
  readonly tail: ReactNode;
  readonly locked: boolean;
  onRead(text: string): void;
}

/** Shows the choice until the field is edited; the text is parsed on blur or Enter, and invalid text is discarded. */
function ChoiceField({ label, text, tail, locked, onRead }: ChoiceFieldProps) {
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
        {tail}
      </div>
    </div>
  );
}
