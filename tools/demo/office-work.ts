import { setTimeout as sleep } from "node:timers/promises";
import { type ApiClient, dataOf } from "./api-client.ts";
import { type Guest, logIn, payIn, showIdentity } from "./moves.ts";
import { demoPassword } from "./personas.ts";

/** Test accounts whose cases wait in the demo back office; their logins are not printed. */
export const caseAccounts = [
  { email: "case-payout@demo.example", currency: "USD" },
  { email: "case-recall@demo.example", currency: "EUR" },
  { email: "case-document@demo.example", currency: "KZT" },
  { email: "case-card-first@demo.example", currency: "USD" },
  { email: "case-card-second@demo.example", currency: "USD" },
] as const;

/** A relative of this player has called support. */
export const reportedAccount = "case-document@demo.example";
export const reportedNote = "Her brother called: she plays at night and hides it.";

interface OfficeDemo {
  readonly client: ApiClient;
  /** The port of the sandbox. */
  readonly sandboxPort: number;
  /** The key of a step that moves money: the same in each run of the demo. */
  readonly keyOf: (step: string) => string;
}

/**
 * Creates work for operators, through the calls that a player's browser makes and the sandbox's controls: a payout above
 * what is paid without approval, a deposit that the bank takes back, a document that is declined, a payout to a card that two accounts have paid with, and messages to support.
 */
export async function leaveOfficeWork(demo: OfficeDemo): Promise<void> {
  const [payer, recalled, documents, cardFirst, cardSecond] = await Promise.all(
    caseAccounts.map(({ email }) => logIn(demo.client, email, demoPassword)),
  );
  if (!payer || !recalled || !documents || !cardFirst || !cardSecond) throw new Error("five accounts are required");
  await Promise.all([
    largePayout(demo, payer),
    recalledDeposit(demo, recalled),
    declinedDocument(demo, documents),
    sharedCard(demo, cardFirst, cardSecond),
  ]);
  await askSupport(demo, recalled, "My bank says my deposit was returned. What happens to my balance?");
  await askSupport(demo, documents, "Почему мой документ не приняли? На фото всё читается.");
}

const identity = { first_name: "Demo", last_name: "Case", birth_date: "1990-05-17" };

/** 4,500 dollars: above 3,000, one person approves. */
async function largePayout(demo: OfficeDemo, player: Guest): Promise<void> {
  const { client, sandboxPort, keyOf } = demo;
  for (const part of ["first", "second"])
    await payIn(client, player, "2500", sandboxPort, attempt => keyOf(`case-payout ${part} ${attempt}`));
  await askPayout(demo, player, "4500", "case-payout out");
}

const sharedCardNumber = "4242 5555 0000 7777";

/** Both deposit with one card; the payout of the second, although small, waits for approval. */
async function sharedCard(demo: OfficeDemo, first: Guest, second: Guest): Promise<void> {
  const { client, sandboxPort, keyOf } = demo;
  for (const [name, player] of [["first", first] as const, ["second", second] as const])
    await payIn(client, player, "150", sandboxPort, attempt => keyOf(`case-card ${name} ${attempt}`), sharedCardNumber);
  await askPayout(demo, second, "120", "case-card out");
}

/** Submits name and birth date, confirms the password and requests a payout to the deposit's card. */
async function askPayout({ client, keyOf }: OfficeDemo, { token }: Guest, amount: string, step: string): Promise<void> {
  const { level } = dataOf<{ level: number }>(await client.call("GET", "/api/v1/verification", { token }), "the level");
  if (level === 0)
    dataOf(
      await client.call("POST", "/api/v1/verification/identity", { token, body: identity }),
      "name and birth date",
    );
  dataOf(
    await client.call("POST", "/api/v1/factors/proof/password", { token, body: { password: demoPassword } }),
    "a proof before the payout",
  );
  const { payouts } = dataOf<{ payouts: { methods: { hash: string }[] } }>(
    await client.call("GET", "/api/v2/billing/data", { token }),
    "methods of payouts",
  );
  const [method] = payouts.methods;
  if (!method) throw new Error("no payout method is available");
  const body = { method_hash: method.hash, amount };
  dataOf(await client.call("POST", "/api/v1/billing/payouts", { token, money: keyOf(step), body }), "a payout");
}

async function recalledDeposit({ client, sandboxPort, keyOf }: OfficeDemo, player: Guest): Promise<void> {
  await payIn(client, player, "300", sandboxPort, attempt => keyOf(`case-recall ${attempt}`));
  const invoices = (await (await fetch(`http://127.0.0.1:${sandboxPort}/psp/invoices`)).json()) as {
    readonly hash: string;
    readonly amount: string;
    readonly currency: string;
    readonly payments: readonly unknown[];
  }[];
  const paid = invoices.find(
    ({ amount, currency, payments }) => amount === "300" && currency === "EUR" && payments.length > 0,
  );
  if (paid) await fetch(`http://127.0.0.1:${sandboxPort}/psp/invoices/${paid.hash}/recall`, { method: "POST" });
}

/** The sandbox provider accepts automatically after five seconds: declines before that, and only what was submitted here. */
async function declinedDocument({ client, sandboxPort }: OfficeDemo, player: Guest): Promise<void> {
  const page = `http://127.0.0.1:${sandboxPort}/kyc`;
  const waiting = async () =>
    [...(await (await fetch(page)).text()).matchAll(/\/kyc\/checks\/([0-9a-f-]{36})\/decline/g)].map(found => found[1]);
  const before = await waiting();
  await showIdentity(client, player, identity);
  for (let tries = 0; tries < 20; tries++) {
    const own = (await waiting()).find(reference => !before.includes(reference));
    if (own) return void (await fetch(`${page}/checks/${own}/decline`, { method: "POST" }));
    await sleep(100);
  }
}

async function askSupport({ client, keyOf }: OfficeDemo, { token }: Guest, text: string): Promise<void> {
  const body = { key: keyOf(`support ${text}`), text };
  dataOf(await client.call("POST", "/api/v1/support/conversations", { token, body }), "a message to support");
}
