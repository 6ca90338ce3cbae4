/** Messages for the developer console: a call that is not awaited has failed. */
export function logInfo(message: string, detail?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the page's only place that writes there
  console.info(message, detail);
}
