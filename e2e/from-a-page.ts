import type { Page } from "playwright-core";

/** Calls the API from within a page, as its scripts do. */
export async function callFrom<T>(page: Page, call: string, body?: object, token = ""): Promise<T> {
  const [method, path] = call.split(" ");
  const answer = await page.evaluate(`(async () => {
    const answer = await fetch(document.documentElement.dataset.api + "${path}", {
      method: "${method}", credentials: "include",
      headers: { ${body ? `"content-type": "application/json",` : ""} ${token && `authorization: "Bearer ${token}"`} },
      ${body ? `body: ${JSON.stringify(JSON.stringify(body))}` : ""} });
    if (!answer.ok) throw new Error("${call}: " + answer.status + " " + await answer.text());
    return answer.status === 204 ? undefined : answer.json();
  })()`);
  return answer as T;
}

/** The fields of a registration besides the email address or number. */
export const account = {
  password: "correct-horse-battery",
  currency: "KZT",
  agree: true,
  locale: "en",
  timezone: "Asia/Almaty",
};

/** Registers from within a page of the site, as its form does, and stays there. */
export async function register(page: Page, email: string): Promise<void> {
  const { token } = await callFrom<{ token: string }>(page, "POST /api/v2/auth/register/email", { email, ...account });
  await page.evaluate(`document.cookie = "token=${token}; path=/; max-age=2592000; samesite=lax"`);
}

/** A phone number that is not registered yet. */
export const newPhone = () => `+7707${String(Math.random()).slice(2, 9)}`;
