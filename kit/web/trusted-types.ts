/**
 * The one Trusted Types policy. It accepts exactly the strings that the libraries of the page are known to write,
 * and refuses every other, so that foreign text never becomes markup or code.
 */
export const trustedHtml: readonly string[] = [
  // react-dom creates each script element it renders in the browser from this.
  "<script></script>",
];

interface TrustedTypePolicyFactory {
  createPolicy(name: string, rules: Record<string, (input: string) => string | null>): unknown;
}

/** Addresses of the workers of this build. A lazy script adds its own before it starts one. */
export const scriptUrls: string[] = [];

/** Installs the policy; must run before hydration. Without Trusted Types it does nothing. */
export function installTrustedTypes(urls: readonly string[]): void {
  scriptUrls.push(...urls);
  const factory = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes;
  const only = (known: readonly string[]) => (input: string) => (known.includes(input) ? input : null);
  factory?.createPolicy("default", {
    createHTML: only(trustedHtml),
    createScriptURL: only(scriptUrls),
    createScript: () => null,
  });
}
