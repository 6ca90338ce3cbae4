/** Nobody younger plays. */
export const adultYears = 18;

/** A day as `YYYY-MM-DD` that is in the calendar; undefined for anything else. */
export function parseBirthDate(text: string): Date | undefined {
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? date : undefined;
}

/** The day on which somebody born then comes of age (UTC); whoever was born on 29 February does on 1 March. */
export function adultFrom(born: Date): Date {
  const day = new Date(born);
  day.setUTCFullYear(born.getUTCFullYear() + adultYears);
  return day;
}
