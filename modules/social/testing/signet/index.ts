import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Person, SignInAccount, SignInProvider, SupportedProvider } from "../../server/provider.ts";
import { socialCancelled, socialRefused } from "../../shared/errors.ts";

const windowMs = 5 * 60_000;
const answerSchema = z.object({
  uid: z.string().check(z.regex(/^\d{1,20}$/)),
  nick: z.string(),
  mail: z.string(),
  mail_state: z.enum(["CHECKED", "NONE"]),
  moment: z.string().check(z.regex(/^\d{13}$/)),
  state: z.string(),
});

/** HMAC-SHA256 over the sorted fields, one a line. */
export function signetSeal(key: string, fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  return createHmac("sha256", key).update(lines.sort().join("\n")).digest("base64url");
}

/** A whole provider without OpenID Connect: a window is ordered by a call, and its answer is a signed query. Settings: `ADDRESS;APP;KEY`. */
export const signet: SupportedProvider = { title: "Signet", mailboxes: ["signet.example"], connect };

function connect(
  host: Parameters<SupportedProvider["connect"]>[0],
  { settings, redirectAddress }: SignInAccount,
): SignInProvider {
  const [address = "", app = "", key = ""] = settings.split(";");

  async function post(path: string, message: object): Promise<{ readonly window?: string }> {
    const options = { method: "POST", headers: { "x-signet-app": app }, body: JSON.stringify(message) };
    const response = await fetch(`${address}${path}`, options).catch(() => undefined);
    return response?.ok ? ((await response.json()) as { window?: string }) : fail(unavailable, { retryAfter: 5 });
  }

  return {
    async addressOf({ state }) {
      const { window = "" } = await post("/windows", { back: redirectAddress(), state });
      return window;
    },
    async personOf(answer, { state }) {
      const { seal = "", ...fields } = Object.fromEntries(new URLSearchParams(answer));
      const [given, right] = [Buffer.from(seal), Buffer.from(signetSeal(key, fields))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) fail(socialRefused);
      if (fields.declined === "yes" && fields.state === state) fail(socialCancelled);
      const { success, data } = z.safeParse(answerSchema, fields);
      if (!success || data.state !== state) return fail(socialRefused);
      if (Math.abs(host.clock.now() - Number(data.moment)) > windowMs) fail(socialRefused);
      return personOf(data);
    },
    probe: async () => void (await post("/ping", {})),
  };
}

function personOf({ uid, nick, mail, mail_state }: z.output<typeof answerSchema>): Person {
  return { subject: uid, name: nick || null, email: mail_state === "CHECKED" ? mail : null };
}
