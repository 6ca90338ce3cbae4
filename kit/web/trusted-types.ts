/**
 * The one Trusted Types policy. It lets exactly the strings through that the libraries of the page are known to write,
 * and refuses every other, so that no text of anybody else ever becomes markup or code.
 */
export const trustedHtml: readonly string[] = [
  // react-dom makes each script element it renders in the browser out of this.
  "<script></script>",
];

interface TrustedTypePolicyFactory {
  createPolicy(name: string, rules: Record<string, (input: string) => string | null>): unknown;
}

/**
 * Installs the policy; must run before hydration. Browsers without Trusted Types have nothing to install. `scriptUrls`: the
 * addresses of the workers this build has.
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
