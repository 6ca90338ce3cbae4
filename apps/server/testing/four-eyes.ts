import { expect } from "vitest";
import { required } from "#kit/std/invariant.ts";
import type { TestAnswer } from "#kit/testing/test-api.ts";
import { approveRequest } from "#modules/approvals/testing/approve-request.ts";
import { verifyChain } from "#modules/audit/server/index.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { waitingMessages } from "#modules/messages/testing/test-outbox.ts";
import {
  acceptInvitation,
  type Seat,
  signIn,
  type TestOperator,
  testOperator,
} from "#modules/operators/testing/test-operators.ts";
import { invariants } from "../invariants.ts";
import { openFullApp, type Somebody } from "./full-app.ts";

export const hourMs = 3_600_000;

interface Enrolled extends TestOperator {
  /** The same person some time later, when sessions have ended. */
  again(): Promise<TestOperator>;
}

export type FourEyes = Awaited<ReturnType<typeof openFourEyes>>;

/** What tests of decisions by two operators have in common, over all modules. */
export async function openFourEyes() {
  const app = await openFullApp();
  const { host } = app;
  const hire = (role: Parameters<typeof testOperator>[1], name: string, seat?: Seat) =>
    testOperator({ ...app, operators: app.modules.operators }, role, name, seat);

  const idOf = async (email: string) =>
    required(
      (await host.db.query<{ id: string }>("SELECT id FROM operators.operators WHERE email = $1", [email])).rows[0],
      email,
    ).id;

  /** The link in an invited operator's mailbox. */
  async function linkTo(email: string): Promise<string> {
    const [mail] = await waitingMessages(host, email);
    expect(mail).toMatchObject({ template: "operator_invitation", channel: "email" });
    return mail?.link?.split("#")[1] ?? "";
  }

  /** Reads the mail, sets a password and an app, and signs in. */
  async function enrol(email: string, seat: Seat = { ip: "198.51.100.7" }): Promise<Enrolled> {
    const secret = await acceptInvitation(app, await linkTo(email), seat);
    const person = { id: await idOf(email), email, name: email, secret };
    const signedIn = await signIn(app, person, seat);
    return { ...signedIn, again: () => signIn(app, person, seat) };
  }

  return {
    app,
    hire,
    idOf,
    linkTo,
    enrol,
    /** Two owners and a player, new for each test: all tests of a file share one application. */
    newPeople: async () => ({
      askar: await hire("owner", "Askar", { ip: "203.0.113.1" }),
      bolat: await hire("owner", "Bolat", { ip: "203.0.113.2" }),
      alice: await app.register(),
    }),
    transfers: async () =>
      (await host.db.query<{ count: bigint }>("SELECT count(*) AS count FROM ledger.transfers")).rows[0]?.count,
    /** After each test: no invariant is broken, and the audit log is an unbroken chain. */
    async expectRightBooks(): Promise<void> {
      expect(await differencesOf(host.db, invariants)).toEqual([]);
      expect((await verifyChain(host.db)).faults).toEqual([]);
    },
  };
}

export const invite = (by: TestOperator, email: string, role: string) =>
  by.call("POST /api/office/operators", { email, name: email.split("@")[0], role, reason: "joins the team" });

/** Approves the request that an answer names. */
export function approveAsked(asked: TestAnswer, by: TestOperator): Promise<TestAnswer> {
  expect(asked.status, asked.text).toBe(202);
  return approveRequest(by, asked.body.data.request);
}

export async function askCorrection(by: TestOperator, player: Somebody, amount = "787"): Promise<string> {
  const ask = { player: player.id, currency: "USD", amount, reason: "a round that was shown twice" };
  const asked = await by.call("POST /api/office/corrections", ask);
  expect(asked.status, asked.text).toBe(201);
  return asked.body.data.id;
}

export const bookCorrection = (by: TestOperator, id: string) => by.call(`POST /api/office/corrections/${id}/book`, {});
