/** A share in percent. One that rounds to nothing has no sign; a sign is the minus of mathematics. Display only, so a float will do. */
export function shareText(share: number, locale: string, options: Intl.NumberFormatOptions = {}): string {
  const format = { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2, ...options } as const;
  return new Intl.NumberFormat(locale, { signDisplay: "negative", ...format }).format(share).replace("-", "\u2212");
}
