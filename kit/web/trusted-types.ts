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

/**
 * Installs the policy; must run before hydration. Without Trusted Types it does nothing. `scriptUrls`: the
 * addresses of the workers of this build.
 */
export function installTrustedTypes(scriptUrls: readonly string[]): void {
  const factory = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes;
  const only = (known: readonly string[]) => (input: string) => (known.includes(input) ? input : null);
  factory?.createPolicy("default", {
    createHTML: only(trustedHtml),
    createScriptURL: only(scriptUrls),
    createScript: () => null,
  });
}
