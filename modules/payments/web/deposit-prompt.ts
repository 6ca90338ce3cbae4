const name = "deposit-prompt-closed";

/** Whether a deposit modal was closed in this visit: then it does not reopen automatically. */
export function depositPromptClosed(): boolean {
  return sessionStorage.getItem(name) !== null;
}

export function rememberPromptClosed(): void {
  sessionStorage.setItem(name, "1");
}
