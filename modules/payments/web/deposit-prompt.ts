const name = "deposit-prompt-closed";

/** Whether a deposit modal was closed in this visit: then it does not open by itself again. */
export function depositPromptClosed(): boolean {
  return sessionStorage.getItem(name) !== null;
}

export function rememberPromptClosed(): void {
  sessionStorage.setItem(name, "1");
}
