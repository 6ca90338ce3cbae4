/** A country whose numbers the house takes. */
export interface PhoneCountry {
  /** As the specification names it; ISO 3166 in lower case. */
  readonly name: "ru" | "kz" | "by";
  readonly code: string;
  /** The national number as it is typed, a figure for each `#`. */
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

/** The figures of `text` in the places of the mask, as far as they go: `7074128` is `(707) 412 8`. */
export function maskPhone(mask: string, text: string): string {
  const figures = text.replace(/\D/g, "");
  let used = 0;
  let shown = "";
  for (const char of mask) {
    if (used >= figures.length) break;
    shown += char === "#" ? figures[used++] : char;
  }
  return shown;
}

/** How many figures a mask has places for. */
export function maskLength(mask: string): number {
  return mask.split("#").length - 1;
}

/**
 * The national figures in what was typed or pasted. A whole number, with its country code or the 8 of long-distance calls,
 * loses that; more figures than the mask has places for are dropped.
 */
export function nationalFigures(country: PhoneCountry, text: string): string {
  const length = maskLength(country.mask);
  const figures = text.replace(/\D/g, "");
  const code = country.code.slice(1);
  for (const prefix of [code, "8"])
    if (figures.length === prefix.length + length && figures.startsWith(prefix)) return figures.slice(prefix.length);
  return figures.slice(0, length);
}

/** A number in E.164 with most of its figures covered: enough to see which phone to look at. `+7 707 ••• •• 67` */
export function maskedPhone(phone: string): string {
  const code = phoneCountries.find(country => phone.startsWith(country.code))?.code ?? phone.slice(0, 2);
  return `${code} ${phone.slice(code.length, -7)} ••• •• ${phone.slice(-2)}`;
}

/** A number in E.164 in its country's way of writing: `+7 (707) 123 45 67`. One of another country stays as it is. */
export function showPhone(phone: string): string {
  const country = phoneCountries.find(
    ({ code, mask }) => phone.startsWith(code) && phone.length === code.length + maskLength(mask),
  );
  return country ? `${country.code} ${maskPhone(country.mask, phone.slice(country.code.length))}` : phone;
}
