/** The draft with a mention at its end, once. */
export function mentioned(draft: string, name: string): string {
  const mention = `@${name} `;
  if (draft.includes(mention)) return draft;
  return draft === "" || draft.endsWith(" ") ? draft + mention : `${draft} ${mention}`;
}

/** Whether a message mentions this name, in any case, and not a longer one. */
export function mentions(text: string, name: string | null): boolean {
  if (name === null) return false;
  const at = `@${name}`.toLocaleLowerCase();
  const lower = text.toLocaleLowerCase();
  for (let from = lower.indexOf(at); from >= 0; from = lower.indexOf(at, from + 1))
    if (!/[\p{L}\p{N}_-]/u.test(lower.charAt(from + at.length))) return true;
  return false;
}
