/** `MM-DD` of a date of birth, `YYYY-MM-DD`. */
export const monthAndDayOf = (birthDate: string): string => birthDate.slice(5);

/** Which birthdays are on a day, as `MM-DD`: in common years those of 29 February are on the 28th. */
export function celebratedOn(day: string): readonly string[] {
  const own = monthAndDayOf(day);
  const isLeapYear = new Date(`${day.slice(0, 4)}-02-29T00:00:00Z`).getUTCMonth() === 1;
  return own === "02-28" && !isLeapYear ? [own, "02-29"] : [own];
}
