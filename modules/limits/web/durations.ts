/** Formats minutes: "45 min", "2 h", "1 h 05 min". The units are in the page's language. */
export function showMinutes(minutes: number, words: { readonly h: string; readonly min: string }): string {
  const [hours, rest] = [Math.floor(minutes / 60), Math.floor(minutes % 60)];
  if (hours === 0) return `${rest} ${words.min}`;
  return rest === 0 ? `${hours} ${words.h}` : `${hours} ${words.h} ${`${rest}`.padStart(2, "0")} ${words.min}`;
}

/** A clock of hours and minutes, as in 0:42. */
export function showClock(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${Math.floor(minutes / 60)}:${`${minutes % 60}`.padStart(2, "0")}`;
}
