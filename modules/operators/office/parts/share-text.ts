/** A percentage. One that rounds to zero has no sign; the sign is U+2212. Display only, so a float will do. */
export function shareText(share: number, locale: string, options: Intl.NumberFormatOptions = {}): string {
  const format = { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2, ...options } as const;
  return new Intl.NumberFormat(locale, { signDisplay: "negative", ...format }).format(share).replace("-", "\u2212");
}
