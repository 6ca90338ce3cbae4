/** Whether a host is that of the partner's site, or below it. */
export function isHostOf(site: string, host: string): boolean {
  const own = URL.canParse(site) ? new URL(site).hostname.replace(/^www\./, "") : "";
  return own !== "" && (host === own || host.endsWith(`.${own}`));
}
