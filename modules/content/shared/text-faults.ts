/** What is wrong with a text that takes the place of one of the release. */
export const textFaults = [
  "key_unknown",
  "value_unknown",
  "value_missing",
  "markup_changed",
  "source_changed",
] as const;
export type TextFault = (typeof textFaults)[number];

const value = /\{\{(\w+)\}\}/g;
/** Parts that pages render as links and the like: `<terms>...</terms>`. */
const tag = /<\/?\w+>/g;

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([part]) => part).toSorted();
const isSame = (a: readonly string[], b: readonly string[]) => a.join(" ") === b.join(" ");

/** `released`: the text of the release, undefined if it has none. Its values and its parts are kept; other markup is refused. */
export function faultOfText(released: string | undefined, text: string): TextFault | undefined {
  if (released === undefined) return "key_unknown";
  const [values, given] = [new Set(found(released, value)), new Set(found(text, value))];
  if ([...given].some(each => !values.has(each)) || /\{\{|\}\}/.test(text.replaceAll(value, "")))
    return "value_unknown";
  if ([...values].some(each => !given.has(each))) return "value_missing";
  const isPlain = !/[<>]/.test(text.replaceAll(tag, ""));
  const isOwn = /[<>]/.test(released.replaceAll(tag, ""));
  if (!isSame(found(released, tag), found(text, tag)) || !(isPlain || isOwn)) return "markup_changed";
  return isNested(text) ? undefined : "markup_changed";
}

/** Each part ends before the next one begins. */
function isNested(text: string): boolean {
  let open: string | undefined;
  for (const [part] of text.matchAll(tag)) {
    const name = part.replace(/[</>]/g, "");
    const closes = part.startsWith("</");
    if (closes ? open !== name : open !== undefined) return false;
    open = closes ? undefined : name;
  }
  return open === undefined;
}
