import { fileURLToPath } from "node:url";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { subscriberOf } from "#kit/http/address.ts";
import { hostCookie } from "#kit/http/cookies.ts";
import type { TransportCall } from "#kit/http/dispatcher.ts";
import { type Call, type Handler, handle, type Operator } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { type Audit, act, systemActor } from "#modules/audit/server/index.ts";
import manifest from "../module.ts";
import * as contract from "../shared/contract.ts";
import {
  appCodeRefused,
  approverDecided,
  approverLinked,
  approverNew,
  codeRefused,
  invitationOver,
  lastFactor,
  noSecondOwner,
  operatorExists,
  operatorRefused,
  operatorUnchanged,
  ownRights,
  passkeyLimit,
  passkeyRefused,
  requesterLeft,
  revealLimit,
  secondPersonNeeded,
  tooManyViews,
  weakPassword,
} from "../shared/errors.ts";
import { permissionsOf, type Role } from "../shared/permissions.ts";
import { appHandlers } from "./app-handlers.ts";
import type { ApprovalPort } from "./approvals-port.ts";
import { type Approvers, createApprovers } from "./approvers.ts";
import { type Changes, createChanges } from "./changes.ts";
import { type ConsoleDisabling, type ConsoleInvitation, disableFromConsole, inviteFromConsole } from "./console.ts";
import { breakGlass, type ConsoleCode, withoutApprovals } from "./emergencies.ts";
import { emergencyHandlers } from "./emergency-handlers.ts";
import { emergencies } from "./emergency-store.ts";
import { accept, askInvitedPasskey, type InviteNeeds, readInvitation } from "./invite.ts";
import { manageHandlers, operatorView } from "./manage.ts";
import { sweepNewApps } from "./new-app-store.ts";
import { operatorRequestKinds } from "./operator-requests.ts";
import { inSession, passkeyHandlers, recordsItself } from "./passkey-handlers.ts";
import { passkeyCounts, sweepPasskeyChallenges } from "./passkey-store.ts";
import { createOperatorPasskeys } from "./passkeys.ts";
import { createReads, type Reads } from "./reads.ts";
import { createReveals, type Reveals, sweepReveals } from "./reveals.ts";
import { endSession, seeSession, sessionById, sweepChallenges } from "./session-store.ts";
import { sessionHandlers, sessionLimits, sessionTimes, stepUpMs } from "./sessions.ts";
import {
  askLoginPasskey,
  enterPassword,
  enterSecondFactor,
  factorsOf,
  type GivenFactor,
  newToken,
  secretLabel,
  stepUp,
  tokenHash,
} from "./sign-in.ts";
import { type OperatorSockets, watchSockets } from "./socket-watch.ts";
import { allOperators, insertOperator, type OperatorRow, operatorById, setFactors } from "./store.ts";
import { viewHandlers } from "./views.ts";

const sealPurpose = "fairhouse operator second factor";

export type * from "./approvals-port.ts";
export type { ApprovalAlert } from "./approver-store.ts";
export type { Approval, Approvers } from "./approvers.ts";
export type { ConsoleDisabling, ConsoleInvitation } from "./console.ts";
export type { ConsoleCode } from "./emergencies.ts";
export { type Reads, readsByDay } from "./reads.ts";
export type { Reveals } from "./reveals.ts";
export { operatorsLike } from "./store.ts";
export { type NamedView, viewsLike } from "./views.ts";

/** How long a browser is recognised between sign-ins. */
const deviceLifeMs = 400 * 24 * 3_600_000;

/** Operators of the back office. */
export interface Operators extends ServerModule {
  /** The operator of a call under the office's host name: the port of the dispatcher. */
  operatorOf(call: Pick<TransportCall, "cookies" | "hostname" | "ip">, isActivity: boolean): Promise<Operator | null>;
  /** An operator with the permissions of their present role, for work that goes on without them; undefined if they no longer work here. */
  operatorNow(id: Uuid): Promise<Operator | undefined>;
  /** Those who work here, by name, with the permissions of their present role. */
  active(on: Queryable): Promise<readonly ActiveOperator[]>;
  /** The names of all operators, also former ones. */
  names(): Promise<readonly string[]>;
  /** Adds an owner from the server's console, or re-invites one, while fewer than two are active. */
  inviteFromConsole(person: Pick<NewOperator, "email" | "name">): Promise<ConsoleInvitation>;
  /** Disables an operator from the server's console while only one other owner can sign in; null when it is done. */
  disableFromConsole(asked: { readonly email: string; readonly reason: string }): Promise<ConsoleDisabling>;
  /** Issues a one-time code in place of an operator's app, from the server's console. */
  breakGlass(asked: { readonly email: string; readonly reason: string }): Promise<ConsoleCode>;
  /** Codes of the console that have not been reviewed, the oldest first. */
  unreviewed(): Promise<readonly { readonly operator: string; readonly madeAt: Date }[]>;
  /** The rules of four-eyes approval. */
  readonly approvers: Approvers;
  /** Personal data of players unmasked, in a budget. */
  readonly reveals: Reveals;
  /** The access log: the port of the dispatcher for what operators read. */
  readonly reads: Reads;
  /** Sets the calls whose changes pages may follow; once, at composition. */
  connectReads: Changes["connect"];
  /** Closes sockets whose session has ended or whose operator has another role. @returns stops it */
  watchSockets(sockets: OperatorSockets): () => void;
  /** Sets where owners request approvals; once, at composition. */
  connectApprovals(approvals: ApprovalPort): void;
  /** Creates an active demo or test operator. `secret`: that of their app. Fails with `operator_exists`. */
  registerDemoOperator(person: NewOperator & { readonly password: string; readonly secret: Uint8Array }): Promise<Uuid>;
}

export interface ActiveOperator extends Pick<OperatorRow, "id" | "name" | "email"> {
  readonly permissions: Operator["permissions"];
}

export interface NewOperator {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

export interface OperatorNeeds extends Pick<InviteNeeds, "passwords" | "isCommonPassword" | "messages"> {
  readonly audit: Audit;
}

export function createOperators(host: Host, ports: OperatorNeeds): Operators {
  const { audit, passwords } = ports;
  const seal = createSecretSeal(host, sealPurpose);
  const needs: InviteNeeds = { ...ports, host, seal, passkeys: createOperatorPasskeys(host) };
  const cookie = hostCookie("operator", host.config.ALLOW_INSECURE_COOKIES, "Strict");
  const deviceCookie = hostCookie("operator-device", host.config.ALLOW_INSECURE_COOKIES, "Strict");
  let port: ApprovalPort | undefined;
  const now = () => new Date(host.clock.now());
  const changes = createChanges(host);
  const reads = createReads(host);

  /** The second step of a sign-in: sets the cookies of the session. */
  async function enter(call: SignInCall, challenge: string, given: GivenFactor): Promise<contract.Me> {
    const device = deviceCookie.read(call.cookies) ?? newToken(host);
    const { hostname, ip, userAgent, requestId } = call;
    const from = { hostname, ip, userAgent, requestId, device };
    const { token, operator, isEmergency } = await enterSecondFactor(needs, challenge, given, from);
    call.setHeader("set-cookie", cookie.set(token, sessionLimits.lifeMs / 1000));
    call.setHeader("set-cookie", deviceCookie.set(device, deviceLifeMs / 1000));
    const permissions = sessionPermissions(operator.role, isEmergency);
    return meOf(operator, permissions, { openedAt: now(), activeAt: now() }, now());
  }

  return {
    reads,
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    sealed: [
      { purpose: sealPurpose, table: "operators.operators", column: "totp_secret", label: "'operator:' || id" },
      {
        purpose: sealPurpose,
        table: "operators.invitations",
        column: "totp_secret",
        label: "'operator:' || operator_id",
      },
      { purpose: sealPurpose, table: "operators.new_apps", column: "totp_secret", label: "'operator:' || operator_id" },
    ],
    errors: [
      operatorRefused,
      codeRefused,
      invitationOver,
      weakPassword,
      operatorExists,
      ownRights,
      operatorUnchanged,
      secondPersonNeeded,
      requesterLeft,
      approverNew,
      approverLinked,
      approverDecided,
      noSecondOwner,
      revealLimit,
      tooManyViews,
      passkeyRefused,
      passkeyLimit,
      lastFactor,
      appCodeRefused,
    ],
    handlers: [
      ...viewHandlers(host),
      handle(contract.enterOffice, async call => {
        const { email, password } = call.input.body;
        const { challenge, operator } = await enterPassword(needs, email, password, call);
        return { data: { challenge, factors: await factorsOf(needs, operator, call.hostname) } };
      }),
      handle(contract.enterCode, async call => {
        const { challenge, code } = call.input.body;
        return { data: await enter(call, challenge, { code }) };
      }),
      handle(contract.askEnterPasskey, async call => ({
        data: { options: await askLoginPasskey(needs, call.input.body.challenge, call) },
      })),
      handle(contract.enterPasskey, async call => {
        const { challenge, assertion } = call.input.body;
        return { data: await enter(call, challenge, { assertion, headers: call.headers }) };
      }),
      handle(contract.openInvitation, async ({ input }) => ({ data: await readInvitation(needs, input.body.token) })),
      handle(contract.acceptInvitation, async ({ input: { body } }) => {
        await accept(needs, body.token, body.password, { code: body.code });
        return undefined;
      }),
      handle(contract.askInvitedPasskey, async call => ({
        data: { options: await askInvitedPasskey(needs, call, call.input.body.token) },
      })),
      handle(contract.acceptByPasskey, async call => {
        const { token, password, name, attestation } = call.input.body;
        await accept(needs, token, password, { name, attestation, source: call });
        return undefined;
      }),
      handle(contract.readMe, async ({ operator }) => ({
        data: meOf(
          required(await operatorById(host.db, operator.id), "the operator exists"),
          operator.permissions,
          required(await sessionById(host.db, operator.session), "the session exists"),
          now(),
        ),
      })),
      ...passkeyHandlers(needs),
      ...appHandlers(needs),
      ...sessionHandlers(host),
      ...emergencyHandlers(host),
      ...stepUpHandlers(needs),
      act(host, contract.leaveOffice, async (tx, call) => {
        await endSession(tx, call.operator.session, now());
        call.setHeader("set-cookie", cookie.clear());
        return {
          answer: undefined,
          auditAction: { action: "operator.logout", subject: `operator:${call.operator.id}` },
        };
      }),
      handle(contract.readOperators, async () => {
        const passkeys = await passkeyCounts(host.db);
        const rows = await allOperators(host.db);
        return { data: rows.map(row => operatorView(row, passkeys.get(row.id) ?? 0, host.clock.now())) };
      }),
      ...manageHandlers({ ...needs, approvals: () => required(port, "no approvals module is connected") }),
    ],
    channels: [changes.channel],
    async stop() {
      changes.stop();
      await reads.write();
    },
    connectReads: changes.connect,
    watchSockets: sockets => watchSockets(host, sockets, sessionLimits),
    jobs: [
      {
        name: "operators-sweep",
        cron: "41 * * * *",
        run: async () => {
          await sweepChallenges(host.db, now());
          await sweepPasskeyChallenges(host.db, now());
          await sweepNewApps(host.db, now());
          await sweepReveals(host.db, now());
          await reads.forget();
        },
      },
    ],
    async operatorOf({ cookies, hostname, ip }, isActivity) {
      const token = cookie.read(cookies);
      if (!token) return null;
      const session = await seeSession(host.db, {
        hash: tokenHash(token),
        hostname,
        now: now(),
        isActivity,
        ...sessionLimits,
        provedMs: stepUpMs,
      });
      if (!session) return null;
      const { id, operatorId, name, role, isProved, network, emergencyId } = session;
      return {
        id: operatorId,
        session: id,
        name,
        role,
        permissions: sessionPermissions(role, emergencyId !== null),
        isEmergency: emergencyId !== null,
        isSteppedUp: isProved,
        hasMoved: network !== null && network !== subscriberOf(ip),
      };
    },
    names: async () => (await allOperators(host.db)).map(({ name }) => name),
    async operatorNow(id) {
      const row = await operatorById(host.db, id);
      if (!row || row.disabledAt) return undefined;
      const permissions = sessionPermissions(row.role, false);
      return { id, session: id, name: row.name, role: row.role, permissions, ...noSession };
    },
    async active(on) {
      const working = (await allOperators(on)).filter(({ disabledAt }) => disabledAt === null);
      return working.map(({ id, name, email, role }) => ({
        id,
        name,
        email,
        permissions: sessionPermissions(role, false),
      }));
    },
    breakGlass: asked => host.db.tx(tx => breakGlass(needs, tx, asked)),
    unreviewed: async () => (await emergencies(host.db)).filter(({ reviewedAt }) => reviewedAt === null),
    inviteFromConsole: person => host.db.tx(tx => inviteFromConsole(needs, tx, person)),
    disableFromConsole: asked => host.db.tx(tx => disableFromConsole(needs, tx, asked)),
    approvers: createApprovers(host, audit),
    reveals: createReveals(host),
    connectApprovals(approvals) {
      invariant(port === undefined, "approvals are already connected");
      port = approvals;
      for (const kind of operatorRequestKinds(needs)) approvals.register(kind);
    },
    async registerDemoOperator({ password, secret, ...person }) {
      const id = host.ids.next();
      const passwordHash = await passwords.hash(password);
      await host.db.tx(async tx => {
        if (!(await insertOperator(tx, { ...person, id, now: now() }))) fail(operatorExists);
        await setFactors(tx, id, { passwordHash, app: { secret: seal.seal(secret, secretLabel(id)), step: 0 } }, now());
        const after = { email: person.email, name: person.name, role: person.role };
        await audit.record(tx, systemActor("demo story"), {
          action: "operator.demo",
          subject: `operator:${id}`,
          after,
        });
      });
      return id;
    },
  };
}

type SignInCall = Pick<Call, "cookies" | "hostname" | "ip" | "userAgent" | "requestId" | "setHeader">;

/** The entry is written by `stepUp`, also that of a refusal, which is not rolled back. */
function stepUpHandlers(needs: InviteNeeds): readonly Handler[] {
  const { host, passkeys } = needs;
  async function prove(call: SignInCall & { readonly operator: Operator }, given: GivenFactor) {
    const { operator, hostname, ip, userAgent, requestId } = call;
    await stepUp(needs, { operator, hostname, ip, userAgent, requestId }, given);
    const session = required(await sessionById(host.db, operator.session), "the session exists");
    return { data: sessionTimes(session, host.clock.now()) };
  }
  return [
    handle(contract.stepUpSession, call => prove(call, { code: call.input.body.code })),
    handle(contract.askStepUpPasskey, async call => {
      if (!(await passkeys.has(call.hostname, call.operator.id))) fail(notFound);
      return { data: { options: await passkeys.ask(call, inSession("step_up", call.operator)) } };
    }),
    handle(contract.stepUpByPasskey, call =>
      prove(call, { assertion: call.input.body.assertion, headers: call.headers }),
    ),
  ].map(recordsItself);
}

/** Of an operator who does not call. */
const noSession = { isEmergency: false, isSteppedUp: false, hasMoved: false } as const;

function sessionPermissions(role: Role, isEmergency: boolean): ReadonlySet<string> {
  return isEmergency ? withoutApprovals(permissionsOf(role)) : permissionsOf(role);
}

function meOf(
  row: OperatorRow,
  permissions: ReadonlySet<string>,
  session: Parameters<typeof sessionTimes>[0],
  now: Date,
): contract.Me {
  const { id, name, email, role, lastLoginAt: at, lastLoginAddress: address } = row;
  const last_login = at && address ? { at: at.toISOString(), address } : null;
  return {
    id,
    name,
    email,
    role,
    permissions: [...permissions],
    last_login,
    session: sessionTimes(session, now.getTime()),
  };
}
