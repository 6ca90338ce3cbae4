/** Device and browser of a user agent, in the detail needed to recognise it in a list. */
export interface Device {
  readonly browser: "Safari" | "Firefox" | "Edge" | "Chrome" | "Samsung" | null;
  readonly system: "Windows" | "macOS" | "iOS" | "Android" | "Linux" | null;
  readonly kind: "phone" | "tablet" | "desktop";
}

// In this order: each browser's string also contains those of its ancestors.
const browsers = [
  [/SamsungBrowser\//, "Samsung"],
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrom(e|ium)\/|CriOS\//, "Chrome"],
  [/Version\/.*Safari\//, "Safari"],
] as const;
const systems = [
  [/iPhone|iPad|iPod/, "iOS"],
  [/Android/, "Android"],
  [/Windows NT/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux|X11/, "Linux"],
] as const;

/** Parses a user agent. The visitor controls it: it decides nothing. */
export function deviceOf(userAgent: string): Device {
  const find = <T>(list: readonly (readonly [RegExp, T])[]) => list.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
  const isTablet = /iPad|Tablet/.test(userAgent) || (/Android/.test(userAgent) && !/Mobile/.test(userAgent));
  const kind = isTablet ? "tablet" : /Mobile|iPhone/.test(userAgent) ? "phone" : "desktop";
  return { browser: find(browsers), system: find(systems), kind };
}
