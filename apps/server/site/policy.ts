/** Additional connect sources of a page. */
export interface Destinations {
  readonly apiOrigin: string;
  /** Origins of game services that run elsewhere. */
  readonly services: readonly string[];
  /** Origins that a page may frame. */
  readonly frames?: readonly string[];
  /** Origins of allowed pictures: the other hosts, for the mirror check, and that of files. */
  readonly pictures: readonly string[];
  /** Development only: the socket of hot reload. */
  readonly hotReload?: string;
}

/** The styles that the toast library writes without a nonce: an empty sheet, and its own of version 2.0.8. */
const toastStyles = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
];

/**
 * The content security policy of a page: scripts only with this response's nonce and what they load, markup and script
 * addresses only through the page's Trusted Types policy.
 */
export function contentPolicy(nonce: string, to: Destinations): string {
  const origins = [to.apiOrigin, ...to.services];
  const connect = [...new Set(origins)].flatMap(origin => [origin, origin.replace(/^http/, "ws")]);
  if (to.hotReload) connect.push(to.hotReload);
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}' ${toastStyles.join(" ")}`,
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...to.pictures].join(" "),
    "font-src 'self'",
    `connect-src 'self' ${connect.join(" ")}`,
    ...(to.frames?.length ? [`frame-src ${to.frames.join(" ")}`] : []),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default",
  ].join("; ");
}
