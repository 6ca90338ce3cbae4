import { join } from "node:path";
import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { uuidField } from "#kit/contract/fields.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { watchProviders } from "#kit/host/provider-health.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import manifest from "../module.ts";
import { configuredCheckProvider } from "../providers/index.ts";
import * as contract from "../shared/contract.ts";
import {
  birthDateInReview,
  checkSignatureInvalid,
  decidedBefore,
  documentsMissing,
  notDecided,
  tooYoung,
  verificationClosed,
} from "../shared/errors.ts";
import type { VerificationLevel } from "../shared/level.ts";
import { shownStatus } from "../shared/status.ts";
import { createBirthdayDigest, writeDays } from "./birthdays.ts";
import { type CaseClaim, claimCase, claimsOf, endClaim, requireUnclaimed } from "./claims.ts";
import { type CaseDecision, type Decider, lastDecisions } from "./decisions.ts";
import { addDocument, orderCheck, orderJob, requireDocuments, submit } from "./give-documents.ts";
import { type AgePort, createIdentities, type Identities } from "./identities.ts";
import { levelOf, levelsOf } from "./level.ts";
import { createOverrule, type Overrule } from "./overrule.ts";
import type { NamedCheckProvider } from "./provider.ts";
import { receiveCheck, statusOfDecision } from "./receive-check.ts";
import { noteStep } from "./steps.ts";
import {
  caseOf,
  casesToSee,
  countCasesUnderWay,
  documentsOf,
  forgetIdentity,
  lockCase,
  noteNeed,
  noteStatus,
  oldestCaseUnderWay,
  sealedDocuments,
  type WaitingCase,
} from "./store.ts";
import { type CheckLog, createCheckLog } from "./webhook-log.ts";

const sealPurpose = "fairhouse identity documents";

export { identityFacts } from "./facts.ts";
export type { CheckProvider, NamedCheckProvider } from "./provider.ts";
export { type StepsOfDay, stepsByDay } from "./steps.ts";
export { documentTimeline } from "./timeline-events.ts";

export interface Verification extends ServerModule {
  /** From the commit on the player is asked to verify; no effect once verified. */
  require(tx: Tx, player: PlayerId): Promise<void>;
  /** The player's verification level. */
  levelOf(db: Queryable, player: PlayerId): Promise<VerificationLevel>;
  /** The dates of birth that the player stated, the first one first; empty before. */
  datesOfBirth(db: Queryable, player: PlayerId): Promise<readonly string[]>;
  /** Whether the provider has confirmed the player's identity. */
  isVerified(player: PlayerId): Promise<boolean>;
  /** Operators' view and actions; the caller writes each to the audit log. */
  readonly review: {
    /** What the provider sent, newest first. */
    webhooks: CheckLog["calls"];
    cases(limit: number): Promise<readonly WaitingCase[]>;
    underWay(): Promise<number>;
    /** Since when the first open case waits. */
    oldest(): Promise<Date | null>;
    levelsOf(players: readonly PlayerId[]): ReturnType<typeof levelsOf>;
    /** The operator works on an open case for ten minutes: no other one decides it. Fails with `check_claimed`, `verification_closed`, `not_found`. */
    claim(tx: Tx, player: PlayerId, by: { readonly id: Uuid; readonly name: string }): Promise<CaseClaim>;
    /** Fails with `check_claimed`. */
    requireUnclaimed(tx: Tx, player: PlayerId, by: { readonly id: Uuid; readonly name: string }): Promise<void>;
    claimsOf(players: readonly PlayerId[]): Promise<ReadonlyMap<PlayerId, CaseClaim>>;
    of(player: PlayerId): Promise<contract.VerificationView>;
    documentKinds(on: Queryable, player: PlayerId): Promise<readonly contract.DocumentKind[]>;
    /**
     * Decides an open case instead of the provider, whose later result is ignored; returns the former status. While the date of
     * birth is in doubt an approval states the document's date. Fails with `verification_closed`, `documents_missing`,
     * `validation_failed`.
     */
    decide(
      tx: Tx,
      player: PlayerId,
      decision: "approved" | "declined" | "more",
      reason: contract.VerificationView["reason"],
      birthDate: string | null,
      by: Decider,
    ): Promise<{ readonly before: contract.VerificationView["status"]; readonly isAgeProved: boolean }>;
    /** Deciding a decided case otherwise. */
    readonly overrule: Overrule;
    /** The decisions of the case, newest first. */
    decisions(player: PlayerId): Promise<readonly CaseDecision[]>;
    /** The provider's result while an operator still has to decide. */
    providerDecision(player: PlayerId): Promise<string | null>;
    /** The stated dates of birth, and whether a document has to decide between them. */
    datesOf(player: PlayerId): ReturnType<Identities["datesOf"]>;
    /** The name and dates of birth that the player stated; null before. For a reveal, which has its own audit entry. */
    statedBy(
      db: Queryable,
      player: PlayerId,
    ): Promise<{ readonly name: string; readonly dates: readonly string[] } | null>;
    /** The bytes of one document, decrypted; undefined where the player has none of this id. */
    open(
      tx: Tx,
      player: PlayerId,
      document: Uuid,
    ): Promise<{ type: string; kind: string; bytes: Uint8Array } | undefined>;
  };
}

export type { CaseClaim, CaseDecision, Decider };

export interface VerificationNeeds {
  readonly accounts: Pick<Accounts, "contribute">;
  /** The provider; by default the configured one. */
  readonly provider?: NamedCheckProvider | undefined;
  /** Locks minors; by default nothing does. */
  readonly age?: AgePort;
}

/** The default: no locks. */
const noAgeLock: AgePort = { lock: async () => undefined, lift: async () => undefined };

/** Statements of before birthdays were kept, computed in one round of the job. */
const olderAtOnce = 500;

/** How many decisions of a case operators see. */
const shownDecisions = 20;

const jobPayload = z.object({ reference: uuidField });

/** Identity verification of players. */
export function createVerification(
  host: Host,
  { accounts, provider = configuredCheckProvider(host), age = noAgeLock }: VerificationNeeds,
): Verification {
  const seal = createSecretSeal(host, sealPurpose);
  const watch = watchProviders(host, "verification", provider ? [provider] : []);
  const digestOf = createBirthdayDigest(host.config.SECRET_KEY);
  const identities = createIdentities(host, seal, age, digestOf);
  const checkLog = createCheckLog(host);
  const isAgeInDoubt = async (db: Queryable, player: PlayerId) => (await identities.datesOf(db, player)).inDoubt;
  accounts.contribute("verification", async ({ id }) => {
    const { isNeed, status } = await caseOf(host.db, id);
    return { verification: { is_need: isNeed, data: { status } } };
  });

  async function view(player: PlayerId): Promise<{ data: contract.VerificationView }> {
    const { isNeed, status, reason } = await caseOf(host.db, player);
    const documents = (await documentsOf(host.db, player)).map(({ addedAt, ...facts }) => ({
      ...facts,
      added_at: addedAt.toISOString(),
    }));
    const level = await levelOf(host.db, player);
    const { standing } = await identities.datesOf(host.db, player);
    return { data: { is_need: isNeed, status, reason, level, birth_date: standing, documents } };
  }

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    sealed: [
      { purpose: sealPurpose, table: "verification.documents", column: "content", label: "'document:' || id" },
      { purpose: sealPurpose, table: "verification.identities", column: "sealed", label: "'identity:' || player_id" },
      {
        purpose: sealPurpose,
        table: "verification.identities",
        column: "second_sealed",
        label: "'identity:' || player_id || ':second'",
      },
      {
        purpose: sealPurpose,
        table: "verification.identities",
        column: "proved_sealed",
        label: "'identity:' || player_id || ':proved'",
      },
    ],
    errors: [
      verificationClosed,
      documentsMissing,
      notDecided,
      decidedBefore,
      tooYoung,
      birthDateInReview,
      checkSignatureInvalid,
    ],
    handlers: [
      handle(contract.getVerification, ({ session }) => view(session.player)),
      handle(contract.giveIdentity, async ({ session, input }) => {
        await identities.give(session.player, input.body);
        return view(session.player);
      }),
      handle(contract.addDocument, async ({ session, input }) => {
        await addDocument(host, seal, session.player, input.body);
        return view(session.player);
      }),
      handle(contract.submitVerification, async ({ session }) => {
        await submit(host, session.player);
        return view(session.player);
      }),
      handle(contract.receiveCheck, async call => ({
        data: {
          result: await receiveCheck(host, provider, call.input.params.provider, call, { log: checkLog, isAgeInDoubt }),
        },
      })),
    ],
    jobs: [
      {
        name: orderJob,
        run: payload => orderCheck(host, seal, provider?.provider, z.parse(jobPayload, payload).reference as Uuid),
      },
      { name: "verification-forget-webhooks", cron: "23 4 * * *", run: () => checkLog.forget() },
      {
        name: "verification-birthdays",
        cron: "7 * * * *",
        async run() {
          await writeDays(host, digestOf);
          while ((await identities.digestOlder(olderAtOnce)) === olderAtOnce);
        },
      },
    ],
    start: watch.start,
    stop: watch.stop,
    onRetentionEnded: forgetIdentity,
    personalData: async player => ({
      ...(await view(player)).data,
      identity: await identities.personal(player),
    }),
    datesOfBirth: async (db, player) => (await identities.datesOf(db, player)).dates,
    levelOf,
    isVerified: async player => shownStatus((await caseOf(host.db, player)).status) === "success",
    require: noteNeed,
    review: {
      webhooks: checkLog.calls,
      cases: limit => casesToSee(host.db, limit),
      underWay: () => countCasesUnderWay(host.db),
      oldest: () => oldestCaseUnderWay(host.db),
      async claim(tx, player, by) {
        const { status } = await caseOf(tx, player);
        if (status === "init") fail(notFound);
        if (status !== "waiting" && status !== "pending") fail(verificationClosed, { data: { status } });
        return claimCase(tx, player, by, new Date(host.clock.now()));
      },
      requireUnclaimed: (tx, player, by) => requireUnclaimed(tx, player, by, new Date(host.clock.now())),
      levelsOf: players => levelsOf(host.db, players),
      claimsOf: players => claimsOf(host.db, players, new Date(host.clock.now())),
      of: async player => (await view(player)).data,
      documentKinds: async (on, player) => (await documentsOf(on, player)).map(({ kind }) => kind),
      async decide(tx, player, decision, reason, birthDate, by) {
        const { status } = await lockCase(tx, player);
        if (status !== "waiting" && status !== "pending") fail(verificationClosed);
        if (decision === "approved") await requireDocuments(tx, player);
        const isAgeProved = decision === "approved" && (await identities.settle(tx, player, birthDate));
        const now = new Date(host.clock.now());
        await noteStatus(tx, player, statusOfDecision[decision], reason, now);
        await noteStep(tx, { player, step: decision, by: "operator", now, decider: by });
        await endClaim(tx, player);
        return { before: status, isAgeProved };
      },
      overrule: createOverrule(host, identities),
      decisions: player => lastDecisions(host.db, player, shownDecisions),
      datesOf: player => identities.datesOf(host.db, player),
      statedBy: identities.statedBy,
      providerDecision: async player => (await caseOf(host.db, player)).providerDecision,
      async open(tx, player, document) {
        const found = (await sealedDocuments(tx, player)).find(({ id }) => id === document);
        return found && { type: found.type, kind: found.kind, bytes: seal.open(found.content, `document:${found.id}`) };
      },
    },
  };
}
