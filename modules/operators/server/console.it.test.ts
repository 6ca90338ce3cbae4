import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAudit } from "#modules/audit/server/index.ts";
import { createMessages } from "#modules/messages/server/index.ts";
import { waitingMessages } from "#modules/messages/testing/test-outbox.ts";
import { testApprovals } from "../testing/test-approvals.ts";
import { acceptInvitation, signIn, type TestOperator } from "../testing/test-operators.ts";
import { createOperators, type Operators } from "./index.ts";

/** ada installs the server and adds beka; later an attacker with console access tries to become a second owner. */

let host: TestHost;
let operators: Operators;
let api: TestApi;
beforeEach(async () => {
  host = await testHost({ modules: ["operators"] });
  const audit = createAudit(host);
  const passwords = {
    hash: async (password: string) => `plain:${password}`,
    verify: async (password: string, hash: string | null) => hash === `plain:${password}`,
  };
  const messages = createMessages(host);
  operators = createOperators(host, { audit, messages, passwords, isCommonPassword: () => false });
  operators.connectApprovals(testApprovals(host).port);
  api = await testApi(host, [audit, operators], () => null, undefined, operators.operatorOf);
});
afterEach(() => host.close());

const emailOf = (name: string) => `${name.toLowerCase()}@house.example`;
const invite = (name: string) => operators.inviteFromConsole({ email: emailOf(name), name });
async function add(name: string): Promise<TestOperator> {
  const invited = await invite(name);
  const secret = await acceptInvitation({ host, api }, "link" in invited ? (invited.link.split("#")[1] ?? "") : "");
  const { rows } = await host.db.query<{ id: string }>("SELECT id FROM operators.operators WHERE email = $1", [
    emailOf(name),
  ]);
  return signIn({ host, api }, { id: required(rows[0], name).id, email: emailOf(name), name, secret });
}
const disable = (name: string) => operators.disableFromConsole({ email: emailOf(name), reason: "left the company" });
const approves = (who: TestOperator, askedBy: TestOperator) =>
  host.db
    .tx(tx =>
      operators.approvers.check(tx, {
        subject: "correction:1",
        approver: who.id as Uuid,
        permission: "corrections.approve",
        askedBy: askedBy.id as Uuid,
        askedAt: new Date(host.clock.now()),
        earlier: [],
      }),
    )
    .catch(({ error }) => error.code);

describe("the console", () => {
  test("adds two owners, who approve at once, and no third while both are active", async () => {
    const [ada, beka] = [await add("Ada"), await add("Beka")];
    expect(await approves(beka, ada)).toBe(1);
    expect(await invite("Third")).toEqual({ refused: "owners_enough" });
    expect(await invite("Beka")).toEqual({ refused: "owners_enough" });
    expect(await waitingMessages(host, ada.email)).toMatchObject([{ template: "owner_added" }]);
  });

  test("counts owners whose invitation is still open", async () => {
    await invite("Ada");
    await invite("Beka");
    expect(await invite("Third")).toEqual({ refused: "owners_enough" });
    await host.clock.advance(25 * 3_600_000);
    expect(await invite("Third")).toHaveProperty("link");
  });

  test("delays every owner who is added after there were two, even if one of them was disabled for it", async () => {
    const [ada, beka] = [await add("Ada"), await add("Beka")];
    expect(await disable("Beka")).toBeNull();
    expect((await beka.call("GET /api/office/me")).status).toBe(401);
    for (const owner of [ada, beka])
      expect((await waitingMessages(host, owner.email)).map(({ template }) => template)).toContain("operator_disabled");
    expect(await invite("Beka")).toEqual({ refused: "disabled" });
    const third = await add("Third");
    expect(await approves(third, ada)).toBe("approver_new");
    await host.clock.advance(24 * 3_600_000);
    expect(await approves(third, ada)).toBe(1);
  });

  test("re-invites the only owner, who keeps their rights; earlier sessions end", async () => {
    const ada = await add("Ada");
    const again = await add("Ada");
    expect(again.id).toBe(ada.id);
    expect((await ada.call("GET /api/office/me")).status).toBe(401);
    const beka = await add("Beka");
    expect(await approves(again, beka)).toBe(1);
  });

  test("is named in the error to an owner who is alone", async () => {
    const ada = await add("Ada");
    const body = { email: "beka@house.example", name: "Beka", role: "owner", reason: "a partner" };
    expect((await ada.call("POST /api/office/operators", body)).body.code).toBe("no_second_owner");
  });

  test("disables whom two owners cannot: not while two others can, and never the last owner", async () => {
    const [ada, beka] = [await add("Ada"), await add("Beka")];
    const dana = { email: emailOf("Dana"), name: "Dana", role: "finance", password: "x".repeat(12) } as const;
    await operators.registerDemoOperator({ ...dana, secret: host.random.bytes(20) });
    expect(await disable("Nobody")).toEqual({ refused: "unknown" });
    expect(await disable("Dana")).toEqual({ refused: "owners_enough" });
    const standing = { disabled: true, reason: "on holiday" };
    const alone = await ada.call(`PUT /api/office/operators/${beka.id}/standing`, standing);
    expect(alone.body.code).toBe("no_second_owner");
    expect(await disable("Beka")).toBeNull();
    expect(await disable("Beka")).toEqual({ refused: "disabled" });
    expect(await disable("Ada")).toEqual({ refused: "last_owner" });
    expect(await disable("Dana")).toBeNull();
    const { rows } = await host.db.query<{ operatorName: string; reason: string }>(
      `SELECT operator_name AS "operatorName", reason FROM audit.entries WHERE action = 'operator.disable'`,
    );
    expect(rows).toEqual(Array.from({ length: 2 }, () => ({ operatorName: "console", reason: "left the company" })));
  });

  test("gives the owner role to no other operator", async () => {
    const person = { email: "dana@house.example", name: "Dana", role: "support", password: "x".repeat(12) } as const;
    await operators.registerDemoOperator({ ...person, secret: host.random.bytes(20) });
    expect(await invite("Dana")).toEqual({ refused: "other_role" });
  });
});
