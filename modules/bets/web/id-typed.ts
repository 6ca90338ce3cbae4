/** Extracts the id from typed or pasted text: an id alone, or a verifier's address; null if there is none. */
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
