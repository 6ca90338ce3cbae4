import { setTimeout as sleep } from "node:timers/promises";
import { dataOf, type HouseClient } from "./house-client.ts";
import type { Persona } from "./personas.ts";

/** What people of the story do, each through the calls that any player's browser makes. */

export interface Guest {
  readonly token: string;
}

export async function logIn(house: HouseClient, email: string, password: string): Promise<Guest> {
  const reply = await house.call("POST", "/api/v2/auth/login/email/password", { body: { email, password } });
  return { token: dataOf<{ token: string }>(reply, `login of ${email}`).token };
}

/** Looks at the hashes of the server seeds first, as the house demands, then sets the client seed. */
export async function setClientSeed(house: HouseClient, { token }: Guest, clientSeed: string): Promise<void> {
  dataOf(await house.call("GET", "/api/v1/fairness/seeds", { token }), "looking at the seeds");
  const reply = await house.call("PUT", "/api/v1/fairness/client-seed", { token, body: { client_seed: clientSeed } });
  dataOf(reply, "setting the client seed");
}

/** Keeps name and figures out of what others see. */
export async function hide(house: HouseClient, { token }: Guest): Promise<void> {
  const body = { is_avatar_hidden: true, is_statistics_hidden: true };
  dataOf(await house.call("PUT", "/profile/settings", { token, body }), "hiding");
}

/** The smallest picture there is: one pixel. The sandbox's company looks at none. */
const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Gives name, birth date and documents, and has them checked; the company answers the house a few seconds later. */
export async function showIdentity(
  house: HouseClient,
  { token }: Guest,
  identity: NonNullable<Persona["identity"]>,
): Promise<void> {
  const tell = async (step: string, body?: object) =>
    dataOf(await house.call("POST", `/api/v1/verification/${step}`, { token, body }), `verification: ${step}`);
  await tell("identity", identity);
  for (const kind of ["identity", "selfie"]) await tell("documents", { kind, content: picture });
  await tell("submit");
}

/** Opens an invoice with the first method, pays it at the provider, and waits until the house has credited it. */
export async function payIn(house: HouseClient, { token }: Guest, amount: string, providerPort: number): Promise<void> {
  const billing = dataOf<{ payments: { methods: { hash: string }[] } }>(
    await house.call("GET", "/api/v2/billing/data", { token }),
    "billing data",
  );
  const [method] = billing.payments.methods;
  if (!method) throw new Error("the house offers no payment method");
  const invoice = dataOf<{ id: string; hash: string }>(
    await house.call("POST", "/api/v1/billing/payments", {
      token,
      money: true,
      body: { method_hash: method.hash, amount },
    }),
    "opening an invoice",
  );
  const paid = await fetch(`http://127.0.0.1:${providerPort}/psp/invoices/${invoice.hash}/pay`, { method: "POST" });
  if (!paid.ok) throw new Error(`the provider answered ${paid.status} to the payment`);
  for (let tries = 0; tries < 100; tries++) {
    const { status } = dataOf<{ status: number }>(
      await house.call("GET", `/billing/payment/status/${invoice.id}`, { token }),
      "status of the invoice",
    );
    if (status === 3) return;
    await sleep(100);
  }
  throw new Error("the payment was not credited within 10 s");
}
