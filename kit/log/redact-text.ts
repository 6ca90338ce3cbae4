const longest = 500;

/** Text of an error for operators: without addresses of people, long numbers and keys, and cut. */
export function redactText(text: string): string {
  const clean = text
    .replace(/[^\s@"'<>()=:,]+@[^\s@"'<>()=:,]+/g, "[address]")
    .replace(/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, "[address]")
    .replace(/\b[0-9a-f]{40,}\b/gi, "[key]")
    .replace(/\+?\d(?:[ -]?\d){8,}/g, "[number]");
  return clean.length > longest ? `${clean.slice(0, longest)}...` : clean;
}
