/** A country whose numbers are accepted. */
export interface PhoneCountry {
  /** The specification's code; ISO 3166 in lower case. */
  readonly name: "ru" | "kz" | "by";
  readonly code: string;
  /** The national number as typed, a digit for each `#`. */
  readonly mask: string;
}

export const phoneCountries: readonly PhoneCountry[] = [
  { name: "kz", code: "+7", mask: "(###) ### ## ##" },
  { name: "ru", code: "+7", mask: "(###) ### ## ##" },
  { name: "by", code: "+375", mask: "(##) ###-##-##" },
];

/** @param iso ISO 3166 in capitals */
export function isPhoneCountry(iso: string | undefined): boolean {
  return phoneCountries.some(({ name }) => name === iso?.toLowerCase());
}

/** Puts the digits of `text` into the mask, as far as they go: `7074128` is `(707) 412 8`. */
export function maskPhone(mask: string, text: string): string {
  const digits = text.replace(/\D/g, "");
  let used = 0;
  let shown = "";
  for (const char of mask) {
    if (used >= digits.length) break;
    shown += char === "#" ? digits[used++] : char;
  }
  return shown;
}

/** The number of digits in a mask. */
export function maskLength(mask: string): number {
  return mask.split("#").length - 1;
}

/**
 * The national digits in typed or pasted text. A whole number, with its country code or the long-distance 8, loses that; digits beyond the
 * mask are dropped.
 */
export function nationalDigits(country: PhoneCountry, text: string): string {
  const length = maskLength(country.mask);
  const digits = text.replace(/\D/g, "");
  const code = country.code.slice(1);
  for (const prefix of [code, "8"])
    if (digits.length === prefix.length + length && digits.startsWith(prefix)) return digits.slice(prefix.length);
  return digits.slice(0, length);
}

/** A number in E.164 with most digits masked: enough to recognise the phone. `+7 707 ••• •• 67` */
export function maskedPhone(phone: string): string {
  const code = phoneCountries.find(country => phone.startsWith(country.code))?.code ?? phone.slice(0, 2);
  return `${code} ${phone.slice(code.length, -7)} ••• •• ${phone.slice(-2)}`;
}

/** A number in E.164 in its country's format: `+7 (707) 123 45 67`. One of another country stays unchanged. */
export function showPhone(phone: string): string {
  const country = phoneCountries.find(
    ({ code, mask }) => phone.startsWith(code) && phone.length === code.length + maskLength(mask),
  );
  return country ? `${country.code} ${maskPhone(country.mask, phone.slice(country.code.length))}` : phone;
}
