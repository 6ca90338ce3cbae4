import { useId } from "react";
import { regionCodes } from "#kit/i18n/country-names.ts";
import { useCountryNames } from "./use-country-names.ts";

/** A country by its two letters, with names to choose from. */
export function CountryField({
  name,
  label,
  start,
}: {
  readonly name: string;
  readonly label: string;
  readonly start?: string;
}) {
  const nameOf = useCountryNames();
  const list = useId();
  return (
    <label className="field">
      {label}
      <input
        name={name}
        list={list}
        defaultValue={start}
        required
        pattern="[A-Z]{2}"
        maxLength={2}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <datalist id={list}>
        {regionCodes().map(code => (
          <option key={code} value={code}>
            {nameOf(code)}
          </option>
        ))}
      </datalist>
    </label>
  );
}
