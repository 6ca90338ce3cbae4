import { fileURLToPath } from "node:url";
import { fail } from "#kit/contract/error-code.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { hostCookie } from "#kit/http/cookies.ts";
import type { TransportCall } from "#kit/http/dispatcher.ts";
import { handle, type Operator } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { type Audit, systemActor } from "#modules/audit/server/index.ts";
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
import type { Role } from "../shared/permissions.ts";
import { appHandlers } from "./app-handlers.ts";
import type { ApprovalPort } from "./approvals-port.ts";
import { type Approvers, createApprovers } from "./approvers.ts";
import { type Changes, createChanges } from "./changes.ts";
import { type ConsoleDisabling, type ConsoleInvitation, disableFromConsole, inviteFromConsole } from "./console.ts";
import { breakGlass, type ConsoleCode } from "./emergencies.ts";
import { emergencyHandlers } from "./emergency-handlers.ts";
import { emergencies } from "./emergency-store.ts";
import { invitationHandlers } from "./invitation-handlers.ts";
import type { InviteNeeds } from "./invite.ts";
import { manageHandlers, operatorView } from "./manage.ts";
import { sweepNewApps } from "./new-app-store.ts";
import { operatorRequestKinds } from "./operator-requests.ts";
import { passkeyHandlers } from "./passkey-handlers.ts";
import { passkeyCounts, sweepPasskeyChallenges } from "./passkey-store.ts";
import { createOperatorPasskeys } from "./passkeys.ts";
import { createReads, type Reads } from "./reads.ts";
import { createReveals, type Reveals, sweepReveals } from "./reveals.ts";
import { createOperatorOf, noSession, sessionPermissions } from "./session-operator.ts";
import { sweepChallenges } from "./session-store.ts";
import { sessionHandlers, sessionLimits } from "./sessions.ts";
import { secretLabel } from "./sign-in.ts";
import { signInHandlers } from "./sign-in-handlers.ts";
import { type OperatorSockets, watchSockets } from "./socket-watch.ts";
import { stepUpHandlers } from "./step-up-handlers.ts";
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
  let port: ApprovalPort | undefined;
  const now = () => new Date(host.clock.now());
  const changes = createChanges(host);
  const reads = createReads(host);

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
      ...signInHandlers(needs, cookie),
      ...invitationHandlers(needs),
      ...passkeyHandlers(needs),
      ...appHandlers(needs),
      ...sessionHandlers(host),
      ...emergencyHandlers(host),
      ...stepUpHandlers(needs),
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
    operatorOf: createOperatorOf(host, cookie),
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
