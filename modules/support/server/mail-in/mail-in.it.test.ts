import { randomUUID } from "node:crypto";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#kit/db/embedded/free-port.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { heldTransaction, lockWaits } from "#kit/testing/held-transaction.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { testPng } from "#kit/testing/test-images.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { testPeople } from "#modules/accounts/testing/test-people.ts";
import { seeAgent } from "../inbox-store.ts";
import { createSupport, type Support } from "../index.ts";

/** Guests leave an address, are answered by mail, and reply to it over SMTP. */

interface Mail {
  readonly to: string;
  readonly template: string;
  readonly values: Record<string, string>;
  readonly thread?: { readonly replyTo: string; readonly reference: string };
}

let host: TestHost;
let support: Support;
let call: Awaited<ReturnType<typeof testPeople>>["api"]["call"];
let transport: ReturnType<typeof createTransport>;
const mails: Mail[] = [];
const dana = { id: randomUUID() as Uuid, name: "Dana Serik" };

beforeAll(async () => {
  const port = await freePort();
  const environment = { SUPPORT_ADDRESS: "support@fairhouse.example", MAIL_LISTEN: `127.0.0.1:${port}` };
  host = await testHost({ modules: ["support"], environment });
  const accounts = createAccounts(host);
  support = createSupport(host, {
    messages: { send: async (_tx: unknown, mail: Mail) => void mails.push(mail) } as never,
    captchaPort: { requireAboveRate: async () => undefined },
    accounts,
    helpArticles: () => [],
  });
  await support.start?.();
  ({ call } = (await testPeople(host, accounts, [support])).api);
  transport = createTransport({
    host: "127.0.0.1",
    port,
    pool: true,
    maxConnections: 1,
    secure: false,
    ignoreTLS: true,
  });
});
afterAll(async () => {
  transport.close();
  await support.stop?.();
  await host.close();
});

let count = 0;
/** A guest who wrote, was answered and was mailed the answer. */
async function answered() {
  const email = `aigerim${++count}@example.org`;
  await seeAgent(host.db, dana, new Date(host.clock.now()));
  const begun = await call("POST /api/v1/support/conversations", {
    ip: `2001:db8:${count}::1`,
    body: { key: randomUUID(), text: "Депозит қайда?", email },
  });
  const id = begun.body.data.id as Uuid;
  await host.db.tx(tx =>
    support.inbox.answer(tx, id, dana, { key: randomUUID() as Uuid, text: "Шотыңызда.", confirm: false }),
  );
  await host.clock.advance(180_000);
  mails.length = 0;
  await required(
    support.jobs?.find(({ name }) => name === "support-mail-answers"),
    "the job",
  ).run(undefined);
  return { id, email, mail: required(mails.at(-1), "the mail") };
}
const replyTo = ({ mail }: Awaited<ReturnType<typeof answered>>) => required(mail.thread, "a thread").replyTo;
async function said(id: Uuid) {
  const { rows } = await host.db.query<{ text: string; via: string | null }>(
    "SELECT text, via FROM support.chat_messages WHERE conversation_id = $1 AND author = 'visitor' AND number > 1 ORDER BY number",
    [id],
  );
  return rows;
}

test("a reply appears in the same conversation, once, without what it quotes, and waits for an answer", async () => {
  const guest = await answered();
  expect(guest.mail).toMatchObject({ to: guest.email, template: "support_answer" });
  expect(guest.mail.thread?.reference).toContain(guest.id);
  const reply = {
    from: `Айгерім <${guest.email}>`,
    to: replyTo(guest),
    subject: "Re: ...",
    messageId: `<${randomUUID()}@example.org>`,
    text: "Рақмет, көрдім. Картам 4111 1111 1111 1111\n\nOn 28 Nov Fairhouse wrote:\n> Шотыңызда.\n",
    attachments: [
      { filename: "screen.png", content: testPng() },
      { filename: "run.exe", content: Buffer.from("4d5a9000", "hex") },
    ],
  };
  await transport.sendMail(reply);
  await transport.sendMail(reply);
  expect(await said(guest.id)).toEqual([
    { text: "Рақмет, көрдім. Картам •••• 1111\n✕ run.exe", via: "mail" },
    { text: "", via: "mail" },
  ]);
  const { rows } = await host.db.query<{ waiting: boolean; files: bigint }>(
    `SELECT waiting_since IS NOT NULL AS waiting,
       (SELECT count(*) FROM support.attachments a WHERE a.conversation_id = c.id) AS files FROM support.conversations c WHERE id = $1`,
    [guest.id],
  );
  expect(rows).toEqual([{ waiting: true, files: 1n }]);
});

test("a sender is the visitor by the whole address, and a neighbour at the same host is marked", async () => {
  const guest = await answered();
  await transport.sendMail({ from: `cc-${guest.email}`, to: replyTo(guest), text: "I answer for her" });
  await transport.sendMail({ from: guest.email.toUpperCase(), to: replyTo(guest), text: "It is me" });
  expect((await said(guest.id)).map(({ via }) => via)).toEqual(["mail_other", "mail"]);
});

test("markup is text, and another sender is marked", async () => {
  const guest = await answered();
  await transport.sendMail({
    from: "somebody@else.example",
    to: replyTo(guest),
    html: "<p>Hello<script>alert(1)</script> &lt;b&gt;there</p>",
  });
  const [message] = await said(guest.id);
  expect(message?.via).toBe("mail_other");
  expect(message?.text).toBe("Hello <b>there");
});

test.each([
  ["an absence notice", { headers: { "Auto-Submitted": "auto-replied" } }],
  ["a list", { headers: { "List-Id": "<news.example>" } }],
  ["bulk mail", { headers: { Precedence: "bulk" } }],
  ["our own mail, come back", { from: "house@fairhouse.example" }],
  ["an empty mail", { text: "" }],
])("%s is accepted and ignored: nothing is ever answered to it", async (_what, more) => {
  const guest = await answered();
  await transport.sendMail({ from: guest.email, to: replyTo(guest), text: "I am away", ...more });
  expect(await said(guest.id)).toEqual([]);
});

test("a delivery report, which has no return path, is ignored", async () => {
  const guest = await answered();
  const raw = `From: mailer@example.org\r\nTo: ${replyTo(guest)}\r\n\r\nundeliverable`;
  await transport.sendMail({ envelope: { from: "", to: replyTo(guest) }, raw });
  expect(await said(guest.id)).toEqual([]);
});

test("an address is good for its conversation and recipient only", async () => {
  const [guest, other] = [await answered(), await answered()];
  const [mine, theirs] = [replyTo(guest), replyTo(other)];
  const send = (to: string) => transport.sendMail({ from: guest.email, to, text: "let me in" });
  const refused = { responseCode: 550 };
  await expect(send(`support+${theirs.slice(8, 40)}${mine.slice(40)}`)).rejects.toMatchObject(refused);
  await expect(send(`support+${"0".repeat(52)}@fairhouse.example`)).rejects.toMatchObject(refused);
  await expect(send("support@fairhouse.example")).rejects.toMatchObject(refused);
  await expect(send("root@fairhouse.example")).rejects.toMatchObject(refused);
  await host.db.query("UPDATE support.conversations SET email = 'moved@example.org' WHERE id = $1", [guest.id]);
  await expect(send(mine)).rejects.toMatchObject(refused);
  await host.db.query("UPDATE support.conversations SET state = 'closed', waiting_since = NULL WHERE id = $1", [
    other.id,
  ]);
  await expect(send(theirs)).rejects.toMatchObject(refused);
  expect([await said(guest.id), await said(other.id)]).toEqual([[], []]);
});

test.each([
  ["closed", "state = 'closed', waiting_since = NULL"],
  ["given another address", "email = 'moved@example.org'"],
])("a conversation that is %s while a mail is read takes it no more", async (_what, change) => {
  const guest = await answered();
  const mail = { from: guest.email, to: replyTo(guest), text: "Тағы бір сұрақ" };
  const held = await heldTransaction(host.db, tx =>
    tx.query(`UPDATE support.conversations SET ${change} WHERE id = $1`, [guest.id]),
  );
  const sent = transport.sendMail(mail).then(
    () => 250,
    ({ responseCode }) => responseCode,
  );
  await expect.poll(() => lockWaits(host.db)).toBe(1);
  await held.release();
  expect(await sent).toBe(550);
  expect(await said(guest.id)).toEqual([]);
});

test("5,000 parts, too many bytes and a flood are refused", async () => {
  const guest = await answered();
  const to = replyTo(guest);
  const parts = "\r\n--b\r\nContent-Type: text/plain\r\n\r\nx".repeat(5_000);
  const raw = `From: ${guest.email}\r\nTo: ${to}\r\nContent-Type: multipart/mixed; boundary=b\r\n${parts}\r\n--b--\r\n`;
  await expect(transport.sendMail({ envelope: { from: guest.email, to }, raw })).rejects.toMatchObject({
    responseCode: 554,
  });
  const huge = Buffer.alloc(16 * 1024 * 1024, "a line\n");
  await expect(transport.sendMail({ envelope: { from: guest.email, to }, raw: huge })).rejects.toMatchObject({
    responseCode: 552,
  });
  expect(await said(guest.id)).toEqual([]);
  for (let n = 0; n < 20; n++) await transport.sendMail({ from: guest.email, to, text: `again ${n}` });
  await expect(transport.sendMail({ from: guest.email, to, text: "once more" })).rejects.toMatchObject({
    responseCode: 452,
  });
  expect(await said(guest.id)).toHaveLength(20);
});
