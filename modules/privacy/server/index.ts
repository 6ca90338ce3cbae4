import { join } from "node:path";
import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { uuidField } from "#kit/contract/fields.ts";
import type { Host } from "#kit/host/host.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import type { Operators } from "#modules/operators/server/index.ts";
import manifest from "../module.ts";
import { closeAccount, type ExportView, getExport, getExportFile, requestExport } from "../shared/contract.ts";
import {
  accountNotEmpty,
  copyGone,
  copyLimit,
  copyNotReady,
  erasedAlready,
  eraseRefused,
  exportNotReady,
} from "../shared/errors.ts";
import { closeAccount as close } from "./close-account.ts";
import { collectData } from "./collect-data.ts";
import { createErasures, type Erasures } from "./erase-player.ts";
import { createExports, exportJob, sealPurpose } from "./make-export.ts";
import { copyJob, createOperatorCopies, type OperatorCopies } from "./operator-copies.ts";
import { contentOf, deleteExpired, deleteExportsOf, type ExportRow, lastExport } from "./store.ts";

export type { CopyRow } from "./copy-store.ts";
export type { ErasureRow } from "./erasure-store.ts";
export { copyLifeMs, copyState } from "./operator-copies.ts";

export interface Privacy extends ServerModule {
  /** Copies that operators order; the caller writes each action to the audit log. */
  readonly copies: Pick<OperatorCopies, "order" | "of" | "take">;
  /** What two operators do; the caller writes it to the audit log. */
  readonly erasures: Pick<Erasures, "of" | "obstacles" | "erase">;
}

export interface PrivacyNeeds {
  readonly accounts: Pick<Accounts, "confirmOwner" | "exclusions">;
  readonly audit: Pick<Audit, "record">;
  readonly operators: Pick<Operators, "operatorNow">;
  /** Every module, including this one; read when they are needed. */
  readonly modules: () => readonly ServerModule[];
}

const jobPayload = z.object({ id: uuidField });

/** A person's rights to their data. */
export function createPrivacy(host: Host, { accounts, audit, operators, modules }: PrivacyNeeds): Privacy {
  const erasures = createErasures({ host, accounts, audit, modules });
  const exports = createExports(host, modules);
  const copies = createOperatorCopies({
    host,
    seal: createSecretSeal(host, sealPurpose),
    knownOf: player => collectData(host, modules(), player),
    modules,
    mayOrder: async id => (await operators.operatorNow(id))?.permissions.has("players.copy") === true,
  });
  const now = () => new Date(host.clock.now());
  const last = (player: PlayerId) => lastExport(host.db, player, now());
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    copies,
    erasures,
    sealed: [
      { purpose: sealPurpose, table: "privacy.exports", column: "content", label: "'export:' || id" },
      { purpose: sealPurpose, table: "privacy.operator_copies", column: "content", label: "'operator-copy:' || id" },
    ],
    errors: [accountNotEmpty, exportNotReady, copyNotReady, copyGone, copyLimit, erasedAlready, eraseRefused],
    handlers: [
      handle(requestExport, async ({ session }) => {
        await exports.order(session.player);
        return { data: viewOf(required(await last(session.player), "ordered above")) };
      }),
      handle(getExport, async ({ session }) => {
        const row = await last(session.player);
        return { data: row && viewOf(row) };
      }),
      handle(getExportFile, async ({ session, input: { params } }) => {
        const stored = (await contentOf(host.db, session.player, params.id, now())) ?? fail(notFound);
        return { data: exports.open(params.id, stored.content ?? fail(exportNotReady)) };
      }),
      handle(closeAccount, async ({ session, input }) => {
        const { password = null, give_up = {} } = input.body;
        await close(host, accounts, modules(), session, { password, giveUp: give_up });
        return undefined;
      }),
    ],
    jobs: [
      { name: exportJob, run: payload => exports.make(z.parse(jobPayload, payload).id as Uuid) },
      { name: copyJob, run: payload => copies.make(z.parse(jobPayload, payload).id as Uuid) },
      { name: "privacy-end-retention", cron: "11 5 * * *", run: () => erasures.endRetention() },
      { name: "privacy-copies-sweep", cron: "29 * * * *", run: () => copies.sweep() },
      { name: "privacy-sweep", cron: "23 4 * * *", run: () => deleteExpired(host.db, now()) },
    ],
    onAccountClosed: deleteExportsOf,
  };
}

function viewOf({ id, step, steps, requestedAt, readyAt, expiresAt }: ExportRow): ExportView {
  return {
    id,
    step,
    steps,
    status: readyAt ? "ready" : "waiting",
    requested_at: requestedAt.toISOString(),
    ready_at: readyAt?.toISOString() ?? null,
    expires_at: expiresAt.toISOString(),
  };
}
