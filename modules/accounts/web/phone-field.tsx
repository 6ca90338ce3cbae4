import { ChevronDown } from "lucide-react";
import { useState } from "react";
import byFlag from "#kit/ui/art/flag-by.svg?url";
import kzFlag from "#kit/ui/art/flag-kk.svg?url";
import ruFlag from "#kit/ui/art/flag-ru.svg?url";
import { Icon } from "#kit/ui/icon.tsx";
import { Input } from "#kit/ui/input.tsx";
import { useDigits } from "#kit/ui/use-digits.ts";
import { useRegionCurrency } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { maskPhone, nationalDigits, type PhoneCountry, phoneCountries } from "#modules/accounts/shared/phone.ts";

const flags = { ru: ruFlag, kz: kzFlag, by: byFlag } as const;

/** A number being typed: the country, and the national digits so far. */
export interface TypedPhone {
  readonly country: PhoneCountry;
  readonly digits: string;
}

/** The phone number as it is sent: the country's code and the digits. */
export function phoneText({ country, digits }: TypedPhone): string {
  return country.code + digits;
}

export function usePhone(): [TypedPhone, (phone: TypedPhone) => void] {
  const region = useRegionCurrency() === "KZT" ? "kz" : "ru";
  const [phone, setPhone] = useState<TypedPhone>(() => ({
    country: phoneCountries.find(({ name }) => name === region) ?? first,
    digits: "",
  }));
  return [phone, setPhone];
}

const [first] = phoneCountries as readonly [PhoneCountry, ...PhoneCountry[]];

interface PhoneFieldProps {
  readonly value: TypedPhone;
  readonly error: string | undefined;
  onChange(phone: TypedPhone): void;
}

/** A phone number: country with its code, and the digits in the country's format. */
export function PhoneField({ value, error, onChange }: PhoneFieldProps) {
  const { t } = useTranslation("accounts");
  const { country, digits } = value;
  const shown = maskPhone(country.mask, digits);
  // Pasting a whole number of another country selects that country.
  const countryOf = (text: string) =>
    phoneCountries.find(each => text.trim().startsWith(each.code) && each.code !== country.code) ?? country;
  const typing = useDigits({
    shown,
    read: text => nationalDigits(countryOf(text), text),
    onDigits: (typed, text) => onChange({ country: countryOf(text), digits: typed }),
  });
  return (
    <Input
      label={t("auth.phone")}
      type="tel"
      name="phone"
      autoComplete="tel"
      inputMode="tel"
      value={shown}
      rest={country.mask.slice(shown.length)}
      error={error}
      {...typing}
      lead={
        <span className="dial">
          <img src={flags[country.name]} alt="" width={20} height={20} />
          <b>{country.code}</b>
          <Icon of={ChevronDown} size={15} />
          <select
            aria-label={t("auth.country")}
            value={country.name}
            onChange={event =>
              onChange({
                country: phoneCountries.find(({ name }) => name === event.target.value) ?? country,
                digits: "",
              })
            }
          >
            {phoneCountries.map(({ name, code }) => (
              <option key={name} value={name}>
                {t(`auth.country_${name}`)} {code}
              </option>
            ))}
          </select>
        </span>
      }
    />
  );
}
