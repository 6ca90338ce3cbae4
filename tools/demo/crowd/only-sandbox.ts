interface Providers {
  readonly PAYMENTS_URL?: string | undefined;
  readonly PAYMENTS_RESERVE_URL?: string | undefined;
}

/** Why demo players must not play here: some payments would use a provider other than the sandbox. Undefined when none would. */
export function onlySandbox(config: Providers, sandboxPort: string): string | undefined {
  const urls = [config.PAYMENTS_URL, config.PAYMENTS_RESERVE_URL].flatMap(url => (url ? [url] : []));
  const real = urls.find(url => !isSandbox(url, sandboxPort));
  return real === undefined
    ? undefined
    : `Demo players play on the sandbox's payments only, and payments here go through ${new URL(real).host}.`;
}

function isSandbox(url: string, port: string): boolean {
  const { hostname, port: own } = new URL(url);
  return hostname === "127.0.0.1" && own === port;
}
