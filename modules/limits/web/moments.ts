/** A moment in the visitor's own time: day and minute. */
export function showMoment(iso: string, language: "en" | "ru" | "kk"): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
}
