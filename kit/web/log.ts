/** What only people with the browser's tools open are to read: a call nobody waits for has failed. */
export function logInfo(message: string, detail?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the page's only place that writes there
  console.info(message, detail);
}
