/** The id in what was typed or pasted: an id by itself, or the address of a check; null when there is none. */
export function idTyped(text: string): string | null {
  const last =
    text
      .trim()
      .replace(/[?#].*$/, "")
      .replace(/\/+$/, "")
      .split("/")
      .at(-1) ?? "";
  return /^[A-Za-z0-9_-]{3,80}$/.test(last) ? last : null;
}
