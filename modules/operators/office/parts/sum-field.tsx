import { useTranslation } from "#kit/web/texts.tsx";

interface SumFieldProps {
  readonly name: string;
  readonly label: string;
  /** In wire format. */
  readonly start?: string;
  /** Accepts negative amounts too. */
  readonly signed?: boolean;
  /** May be left empty. */
  readonly isOptional?: boolean;
  /** Below the field. */
  readonly hint?: string;
}

/** An amount of money in a dialog, with a point or a comma; parsed by `sumOf`. */
export function SumField({ name, label, start = "", signed = false, isOptional = false, hint }: SumFieldProps) {
  const { t } = useTranslation("office");
  return (
    <label className="field grow">
      {label}
      <input
        name={name}
        inputMode="decimal"
        autoComplete="off"
        required={!isOptional}
        // Browsers show it when the pattern is not met.
        title={t(signed ? "corrections.amount_invalid" : "refused.amount_invalid")}
        pattern={`${signed ? "(?=.*[1-9])-?" : ""}[0-9]{1,12}([.,][0-9]{1,2})?`}
        defaultValue={start}
      />
      {hint && <small className="muted">{hint}</small>}
    </label>
  );
}

/** The amount in a field, in wire format. */
export function sumOf(given: FormData, name: string): string {
  return String(given.get(name) ?? "")
    .trim()
    .replace(",", ".");
}
