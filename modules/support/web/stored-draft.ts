/** Key of this tab's draft: another language loads the page again. */
const name = "support-draft";

export function storedDraft(): string {
  return sessionStorage.getItem(name) ?? "";
}

export function storeDraft(text: string): void {
  if (text === "") sessionStorage.removeItem(name);
  else sessionStorage.setItem(name, text);
}
