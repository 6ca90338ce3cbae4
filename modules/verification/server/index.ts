import { join } from "node:path";
import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { uuidField } from "#kit/contract/fields.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import manifest from "../module.ts";
import * as contract from "../shared/contract.ts";
import { checkSignatureInvalid, documentsMissing, tooYoung, verificationClosed } from "../shared/errors.ts";
import type { VerificationLevel } from "../shared/level.ts";
import { shownStatus } from "../shared/status.ts";
import { addDocument, orderCheck, orderJob, submit } from "./give-documents.ts";
import { giveIdentity, identityOf, levelOf } from "./level.ts";
import { type CheckProvider, httpCheckProvider } from "./provider.ts";
import { receiveCheck, statusOfDecision } from "./receive-check.ts";
import {
  caseOf,
  casesToSee,
  countCasesUnderWay,
  documentsOf,
  lockCase,
  noteNeed,
  noteStatus,
  sealedDocuments,
  type WaitingCase,
} from "./store.ts";

export type { CheckProvider } from "./provider.ts";

export interface Verification extends ServerModule {
  /** From the commit the player is asked to show who he is; nothing changes for one who has. */
  require(tx: Tx, player: PlayerId): Promise<void>;
  /** How well the house knows this person. */
  levelOf(db: Queryable, player: PlayerId): Promise<VerificationLevel>;
  /** Whether the company has found out that the player is who he says. */
  isVerified(player: PlayerId): Promise<boolean>;
  /** What people of the house see and do; each of it stands in the audit log of the caller. */
  readonly review: {
    cases(limit: number): Promise<readonly WaitingCase[]>;
    underWay(): Promise<number>;
    of(player: PlayerId): Promise<contract.VerificationView>;
    /** Decides a case that is under way, instead of the company, whose later word is ignored; what it was before. Fails with `verification_closed`. */
    decide(
      tx: Tx,
      player: PlayerId,
      decision: "approved" | "declined" | "more",
      reason: contract.VerificationView["reason"],
    ): Promise<contract.VerificationView["status"]>;
    /** The bytes of one document, decrypted; undefined where the player has none of this id. */
    open(
      tx: Tx,
      player: PlayerId,
      document: Uuid,
    ): Promise<{ type: string; kind: string; bytes: Uint8Array } | undefined>;
  };
}

export interface VerificationNeeds {
  readonly accounts: Pick<Accounts, "contribute">;
  /** The company; by default the one of KYC_URL. */
  readonly provider?: CheckProvider;
  /** A player says that he is under age: he must not play before `adult`. */
  readonly onMinor?: (tx: Tx, player: PlayerId, adult: Date) => Promise<void>;
}

const jobPayload = z.object({ reference: uuidField });

/** Who a player really is. */
export function createVerification(
  host: Host,
  { accounts, provider = httpCheckProvider(host), onMinor = async () => {} }: VerificationNeeds,
): Verification {
  const seal = createSecretSeal(host, "fairhouse identity documents");
  accounts.contribute("verification", async ({ id }) => {
    const { is_need, status } = await caseOf(host.db, id);
    return { verification: { is_need, data: { status } } };
  });

  async function view(player: PlayerId): Promise<{ data: contract.VerificationView }> {
    const { is_need, status, reason } = await caseOf(host.db, player);
    const documents = (await documentsOf(host.db, player)).map(({ added_at, ...facts }) => ({
      ...facts,
      added_at: added_at.toISOString(),
    }));
    return { data: { is_need, status, reason, level: await levelOf(host.db, player), documents } };
  }

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [verificationClosed, documentsMissing, tooYoung, checkSignatureInvalid],
    handlers: [
      handle(contract.getVerification, ({ session }) => view(session.player)),
      handle(contract.giveIdentity, async ({ session, input }) => {
        await giveIdentity(host, seal, session.player, input.body, onMinor);
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
        data: { result: await receiveCheck(host, call.input.params.provider, call) },
      })),
    ],
    jobs: [
      {
        name: orderJob,
        run: payload => orderCheck(host, seal, provider, z.parse(jobPayload, payload).reference as Uuid),
      },
    ],
    personalData: async player => ({
      ...(await view(player)).data,
      identity: await identityOf(host.db, seal, player),
    }),
    levelOf,
    isVerified: async player => shownStatus((await caseOf(host.db, player)).status) === "success",
    require: noteNeed,
    review: {
      cases: limit => casesToSee(host.db, limit),
      underWay: () => countCasesUnderWay(host.db),
      of: async player => (await view(player)).data,
      async decide(tx, player, decision, reason) {
        const { status } = await lockCase(tx, player);
        if (status !== "waiting" && status !== "pending") fail(verificationClosed);
        await noteStatus(tx, player, statusOfDecision[decision], reason, new Date(host.clock.now()));
        return status;
      },
      async open(tx, player, document) {
        const found = (await sealedDocuments(tx, player)).find(({ id }) => id === document);
        return found && { type: found.type, kind: found.kind, bytes: seal.open(found.content, `document:${found.id}`) };
      },
    },
  };
}
