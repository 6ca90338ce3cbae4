/** A line's specifier by key: `{ total: "2.5" }`. */
export type SpecValues = Readonly<Record<string, string>>;

const part = /^([a-z]{1,12})=(-?\d{1,4}(?:\.\d{1,2})?|\d{1,3}:\d{1,3}|[a-z0-9_]{1,32})$/;
const decimal = /^-?\d+(?:\.\d+)?$/;

/** The values of a specifier in any order and notation; undefined when it is none. `total=2.50` is `total=2.5`. */
export function parseSpec(text: string): SpecValues | undefined {
  if (text === "") return {};
  const values: Record<string, string> = {};
  for (const each of text.split("|")) {
    const [, key, value] = part.exec(each) ?? [];
    if (key === undefined || value === undefined || key in values) return undefined;
    values[key] = decimal.test(value) ? canonicalDecimal(value) : value;
  }
  return values;
}

/** Keys sorted, no trailing zeros: equal lines have equal text. */
export function specText(values: SpecValues): string {
  return Object.keys(values)
    .sort()
    .map(key => `${key}=${values[key]}`)
    .join("|");
}

function canonicalDecimal(text: string): string {
  const [whole = "0", places = ""] = text.replace("-", "").split(".");
  const short = places.replace(/0+$/, "");
  const size = `${Number(whole)}${short === "" ? "" : `.${short}`}`;
  return text.startsWith("-") && size !== "0" ? `-${size}` : size;
}

/** A handicap or total in quarters: "-0.25" is -1; undefined when it is no multiple of a quarter. */
export function quartersOf(text: string | undefined): number | undefined {
  if (text === undefined || !decimal.test(text)) return undefined;
  const [whole = "0", places = ""] = text.replace("-", "").split(".");
  const hundredths = Number(whole) * 100 + Number(places.padEnd(2, "0").slice(0, 2));
  if (places.length > 2 || hundredths % 25 !== 0) return undefined;
  return (text.startsWith("-") ? -1 : 1) * (hundredths / 25) || 0;
}
