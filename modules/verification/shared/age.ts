/** Minimum age of players. */
export const adultYears = 18;

/** A valid calendar day as `YYYY-MM-DD`; undefined for anything else. */
export function parseBirthDate(text: string): Date | undefined {
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? date : undefined;
}

/** The day on which a person born then comes of age (UTC); 1 March for 29 February. */
export function adultFrom(born: Date): Date {
  const day = new Date(born);
  day.setUTCFullYear(born.getUTCFullYear() + adultYears);
  return day;
}
