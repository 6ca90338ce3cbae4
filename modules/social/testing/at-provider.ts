/** Follows the provider's pages; returns the query with which the window comes back. */
export async function atProvider(url: string, form: Readonly<Record<string, string>>): Promise<string> {
  const jar = new Map<string, string>();
  let next = new URL(url);
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 10; step++) {
    const answer = await fetch(next, {
      method: body ? "POST" : "GET",
      redirect: "manual",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(body && { body }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location === null) {
      body = new URLSearchParams(form);
      continue;
    }
    body = undefined;
    next = new URL(location, next);
    if (next.pathname === "/auth/social/callback") return next.search.slice(1);
  }
  throw new Error("the window never came back");
}
