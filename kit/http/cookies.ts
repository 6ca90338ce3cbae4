/** The cookies of a Cookie header; the first of a name wins, values are percent-decoded where possible. */
export function parseCookies(header: string | undefined): Readonly<Record<string, string>> {
  const cookies: Record<string, string> = Object.create(null);
  if (!header) return cookies;
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    if (at > 0 && !(name in cookies)) cookies[name] = decoded(pair.slice(at + 1).trim());
  }
  return cookies;
}

function decoded(value: string): string {
  if (!value.includes("%")) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * A cookie that only this host may set and read, invisible to scripts: `__Host-name`, Secure, HttpOnly, SameSite.
 * When configured for plain http outside localhost (`insecure`), browsers would drop such a cookie; it
 * then goes without the prefix and without Secure.
 */
export function hostCookie(name: string, insecure: boolean, sameSite: "Lax" | "Strict" = "Lax") {
  const fullName = insecure ? name : `__Host-${name}`;
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${insecure ? "" : "; Secure"}`;
  return {
    read: (cookies: Readonly<Record<string, string>>): string | undefined => cookies[fullName],
    /** `maxAge` in seconds. */
    set: (value: string, maxAge: number): string => `${fullName}=${value}; Max-Age=${maxAge}; ${attributes}`,
    clear: (): string => `${fullName}=; Max-Age=0; ${attributes}`,
  };
}
