import { randomUUID } from "node:crypto";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { type Person, testPeople } from "#modules/accounts/testing/test-people.ts";
import { createSupport } from "../server/index.ts";

/** A browser: a guest's, or a player's with a token. */
export interface Browser {
  readonly token?: string;
  readonly ip: string;
  cookies: Readonly<Record<string, string>>;
}

interface Mail {
  readonly to: string;
  readonly template: string;
  readonly values: Record<string, string>;
  readonly locale: string;
}

export const path = "/api/v1/support/conversations";
export const dana = { id: randomUUID() as Uuid, name: "Dana Serik" };
export const timur = { id: randomUUID() as Uuid, name: "Timur" };

let addresses = 0;
export const browser = (person?: Person): Browser => ({
  ip: `2001:db8:${(++addresses).toString(16)}::7`,
  cookies: {},
  ...(person && { token: person.token }),
});

/** Guests and players write; dana and timur answer. */
export async function openSupport() {
  const host = await testHost({ modules: ["support"] });
  const mails: Mail[] = [];
  /** Whether the captcha limit is exceeded, and the recorded calls. */
  const captcha = { isCrowded: false, asked: [] as string[] };
  const requireAboveRate = async (what: string, solution: string | undefined, _ip: string, most?: number) => {
    captcha.asked.push(`${what} ${most}`);
    if (captcha.isCrowded && solution !== "solved")
      fail(validationFailed, { errors: { captcha: ["captcha_required"] } });
  };
  const sent = { send: async (_tx: unknown, message: Mail) => void mails.push(message) };
  const accounts = createAccounts(host);
  const support = createSupport(host, {
    messages: sent as never,
    captchaPort: { requireAboveRate },
    accounts,
    helpArticles: () => [
      { topic: "money", question: "How do I withdraw?", answer: "Under Payments." },
      { topic: "safe", question: "How do I set a limit?", answer: "In your profile." },
    ],
  });
  await support.start?.();
  const people = await testPeople(host, accounts, [support]);
  async function ask(who: Browser, call: string, body?: object, headers: Record<string, string> = {}) {
    const answer = await people.api.call(call, {
      ip: who.ip,
      cookies: who.cookies,
      headers,
      ...(who.token !== undefined && { token: who.token }),
      ...(body && { body }),
    });
    who.cookies = { ...who.cookies, ...answer.cookies };
    return answer;
  }
  return {
    host,
    people,
    support,
    mails,
    captcha,
    ask,
    open: (who: Browser, text: string, more: object = {}) =>
      ask(who, `POST ${path}`, { key: randomUUID(), text, ...more }),
    say: (who: Browser, id: string, text: string, key: string = randomUUID()) =>
      ask(who, `POST ${path}/${id}/messages`, { key, text }),
    read: async (who: Browser) => (await ask(who, `GET ${path}`)).body.data,
    answer: (id: string, text: string, by = dana, confirm = false) =>
      host.db.tx(tx => support.inbox.answer(tx, id as Uuid, by, { key: randomUUID() as Uuid, text, confirm })),
    resolve: (id: string) => host.db.tx(tx => support.inbox.resolve(tx, id as Uuid, { operator: dana, isLead: false })),
    run: (name: string) =>
      required(
        support.jobs?.find(job => job.name === name),
        name,
      ).run(undefined),
    async close() {
      await support.stop?.();
      await host.close();
    },
  };
}
