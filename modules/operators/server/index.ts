import { fileURLToPath } from "node:url";
import { fail } from "#kit/contract/error-code.ts";
import type { Host } from "#kit/host/host.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { hostCookie } from "#kit/http/cookies.ts";
import type { DoorCall } from "#kit/http/dispatcher.ts";
import { handle, type Operator } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import { type Audit, act, houseActor } from "#modules/audit/server/index.ts";
import manifest from "../module.ts";
import * as contract from "../shared/contract.ts";
import {
  codeRefused,
  invitationOver,
  operatorExists,
  operatorRefused,
  ownRights,
  weakPassword,
} from "../shared/errors.ts";
import { permissionsOf, type Role } from "../shared/permissions.ts";
import { accept, type InviteNeeds, invite, readInvitation } from "./invite.ts";
import { manageHandlers, operatorView } from "./manage.ts";
import { endSession, seeSession, sweepChallenges } from "./session-store.ts";
import { enterAppCode, enterPassword, secretLabel, tokenHash } from "./sign-in.ts";
import { allOperators, insertOperator, type OperatorRow, operatorByEmail, operatorById, setFactors } from "./store.ts";

/** A session ends after so long without a call, and so long after it was opened. */
const quietMs = 15 * 60_000;
const sessionLifeMs = 8 * 3_600_000;

/** The people of the house. */
export interface Operators extends ServerModule {
  /** Whom a call under the office's host name comes from: the port of the dispatcher. */
  operatorOf(call: Pick<DoorCall, "cookies" | "hostname">): Promise<Operator | null>;
  /**
   * Makes an operator from the console of the machine, or invites one anew who is there: how the first one comes to be.
   * Undefined when somebody of this e-mail has another role. @returns the token of the invitation
   */
  inviteFromConsole(person: NewOperator): Promise<string | undefined>;
  /** Makes a ready operator of the demo story, or of a test. `secret`: that of his app. Fails with `operator_exists`. */
  registerDemoOperator(person: NewOperator & { readonly password: string; readonly secret: Uint8Array }): Promise<Uuid>;
}

export interface NewOperator {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

export interface OperatorNeeds extends Pick<InviteNeeds, "passwords" | "isCommonPassword"> {
  readonly audit: Audit;
}

export function createOperators(host: Host, ports: OperatorNeeds): Operators {
  const { audit, passwords } = ports;
  const seal = createSecretSeal(host, "fairhouse operator second factor");
  const needs: InviteNeeds = { ...ports, host, seal };
  const cookie = hostCookie("operator", host.config.ALLOW_INSECURE_COOKIES, "Strict");
  const now = () => new Date(host.clock.now());

  return {
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    errors: [operatorRefused, codeRefused, invitationOver, weakPassword, operatorExists, ownRights],
    handlers: [
      handle(contract.enterOffice, async call => {
        const { email, password } = call.input.body;
        return { data: { challenge: await enterPassword(needs, email, password, call) } };
      }),
      handle(contract.enterCode, async call => {
        const { challenge, code } = call.input.body;
        const { token, operator } = await enterAppCode(needs, challenge, code, call);
        call.setHeader("set-cookie", cookie.set(token, sessionLifeMs / 1000));
        return { data: meOf(operator) };
      }),
      handle(contract.openInvitation, async ({ input }) => ({ data: await readInvitation(needs, input.body.token) })),
      handle(contract.acceptInvitation, async ({ input: { body } }) => {
        await accept(needs, body.token, body.password, body.code);
        return undefined;
      }),
      handle(contract.readMe, async ({ operator }) => ({
        data: meOf(must(await operatorById(host.db, operator.id), "an operator vanished")),
      })),
      act(host, contract.leaveOffice, async (tx, call) => {
        await endSession(tx, call.operator.session, now());
        call.setHeader("set-cookie", cookie.clear());
        return { answer: undefined, deed: { action: "operator.logout", subject: `operator:${call.operator.id}` } };
      }),
      handle(contract.readOperators, async () => ({
        data: (await allOperators(host.db)).map(row => operatorView(row, host.clock.now())),
      })),
      ...manageHandlers(needs),
    ],
    jobs: [{ name: "operators-sweep", cron: "41 * * * *", run: () => sweepChallenges(host.db, now()) }],
    async operatorOf({ cookies, hostname }) {
      const token = cookie.read(cookies);
      if (!token) return null;
      const session = await seeSession(host.db, {
        hash: tokenHash(token),
        hostname,
        now: now(),
        quietMs,
        lifeMs: sessionLifeMs,
      });
      if (!session) return null;
      const { id, operator_id, name, role } = session;
      return { id: operator_id, session: id, name, role, permissions: permissionsOf(role) };
    },
    inviteFromConsole: person =>
      host.db.tx(async tx => {
        await insertOperator(tx, { ...person, id: host.ids.next(), now: now() });
        const row = must(await operatorByEmail(tx, person.email), "just made");
        if (row.role !== person.role) return undefined;
        const { token } = await invite(needs, tx, row.id);
        const after = { email: row.email, name: row.name, role: row.role };
        const deed = { action: "operator.invite", subject: `operator:${row.id}`, reason: "at the console", after };
        await audit.record(tx, houseActor("console"), deed);
        return token;
      }),
    async registerDemoOperator({ password, secret, ...person }) {
      const id = host.ids.next();
      const password_hash = await passwords.hash(password);
      await host.db.tx(async tx => {
        if (!(await insertOperator(tx, { ...person, id, now: now() }))) fail(operatorExists);
        await setFactors(tx, id, { password_hash, totp_secret: seal.seal(secret, secretLabel(id)), step: 0 }, now());
        const after = { email: person.email, name: person.name, role: person.role };
        await audit.record(tx, houseActor("demo story"), { action: "operator.demo", subject: `operator:${id}`, after });
      });
      return id;
    },
  };
}

function meOf(row: OperatorRow): contract.Me {
  const { id, name, email, role, last_login_at: at, last_login_address: address } = row;
  const last_login = at && address ? { at: at.toISOString(), address } : null;
  return { id, name, email, role, permissions: [...permissionsOf(role)], last_login };
}
