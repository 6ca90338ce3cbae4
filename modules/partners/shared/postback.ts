/** The events that are sent to a partner's network. */
export const postbackEvents = ["registration", "first_deposit", "cpa"] as const;
export type PostbackEvent = (typeof postbackEvents)[number];

/** What is sent to advertising networks, of players who allowed it. */
export const conversionEvents = ["registration", "first_deposit"] as const;
export type ConversionEvent = (typeof conversionEvents)[number];

export const macros = ["click_id", "event", "sum", "currency", "event_id", "time"] as const;
export type MacroValues = Readonly<Record<(typeof macros)[number], string>>;

const firstPauseMs = 60_000;
const longestPauseMs = 2 * 3_600_000;
/** Tries end a day after the event. */
export const triesEndMs = 86_400_000;

/** The pause after so many tries: a minute, doubled up to two hours. */
export function pauseAfter(tries: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(tries - 1, 20));
}

/** The address with the values in place of its macros, each encoded: a value can add no parameter and no line. */
export function filledUrl(template: string, values: MacroValues): string {
  return template.replace(/\{([a-z_]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? encodeURIComponent(values[name as keyof MacroValues]) : whole,
  );
}

/** Whether an address names macros that exist, and none in its host, where a value would choose the receiver. */
export function hasValidMacros(template: string): boolean {
  const known = [...template.matchAll(/\{([a-z_]+)\}/g)].map(([, name = ""]) => name);
  const braces = template.split("{").length - 1;
  const host = /^https?:\/\/([^/?#]*)/.exec(template)?.[1] ?? "{";
  return braces === known.length && known.every(name => macros.some(each => each === name)) && !/[{}]/.test(host);
}
