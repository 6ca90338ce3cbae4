import { hash } from "node:crypto";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { VerificationView } from "../shared/contract.ts";
import { decidedBefore, notDecided } from "../shared/errors.ts";
import { type Decision, decisionOf, type VerificationStatus } from "../shared/status.ts";
import { type Decider, hasDecided, lastDecisions } from "./decisions.ts";
import { requireDocuments } from "./give-documents.ts";
import type { Identities } from "./identities.ts";
import { statusOfDecision } from "./receive-check.ts";
import { noteStep } from "./steps.ts";
import { caseOf, documentsOf, lockCase, noteNeed, noteStatus } from "./store.ts";

/** Enough to compare two moments of one case. */
const versionDigits = 16;

export interface Overruling {
  readonly decision: Decision;
  /** The text shown to the player. */
  readonly why: VerificationView["reason"];
}

/** Deciding a decided case otherwise: one operator requests, another one approves. */
export interface Overrule {
  /** Changes with every fact of the case that a request is about: its decisions, status and documents. */
  versionOf(on: Queryable, player: PlayerId): Promise<string>;
  /** The former decision. Fails with `verification_not_decided`, `documents_missing`, `validation_failed`. */
  check(tx: Tx, player: PlayerId, to: Overruling): Promise<Decision>;
  /** The case stays as it is until `tx` ends. */
  lock(tx: Tx, player: PlayerId): Promise<void>;
  /** Decides, once per request; returns the former status. Fails like `check`, and with `decided_before`. */
  run(
    tx: Tx,
    player: PlayerId,
    to: Overruling,
    by: Required<Decider>,
  ): Promise<{ readonly before: VerificationStatus }>;
}

export function createOverrule(host: Host, identities: Pick<Identities, "datesOf" | "unsettle">): Overrule {
  async function check(tx: Tx, player: PlayerId, { decision }: Overruling): Promise<Decision> {
    const former = decisionOf((await lockCase(tx, player)).status) ?? fail(notDecided);
    if (former === decision) refuse("decision_same");
    if (decision !== "approved") return former;
    await requireDocuments(tx, player);
    // The date of a document is stated by one operator who reads it, with the decision of a new submission.
    if ((await identities.datesOf(tx, player)).inDoubt) refuse("age_in_doubt");
    return former;
  }
  return {
    check,
    async lock(tx, player) {
      await lockCase(tx, player);
    },
    async versionOf(on, player) {
      const { status, reference } = await caseOf(on, player);
      const [last] = await lastDecisions(on, player, 1);
      const documents = (await documentsOf(on, player)).map(({ id }) => id);
      const facts = [status, reference, String(last?.number ?? 0), ...documents];
      return hash("sha256", JSON.stringify(facts)).slice(0, versionDigits);
    },
    async run(tx, player, to, by) {
      await check(tx, player, to);
      const { status } = await caseOf(tx, player);
      if (await hasDecided(tx, player, by.id)) fail(decidedBefore);
      const now = new Date(host.clock.now());
      if (decisionOf(status) === "approved") await identities.unsettle(tx, player);
      await noteStatus(tx, player, statusOfDecision[to.decision], to.why, now);
      if (to.decision !== "approved") await noteNeed(tx, player);
      await noteStep(tx, { player, step: to.decision, by: "operator", now, decider: by });
      return { before: status };
    },
  };
}

const refuse = (key: string) => fail(validationFailed, { errors: { decision: [key] } });
