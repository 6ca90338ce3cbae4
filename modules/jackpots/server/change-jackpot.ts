import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import type { Json } from "#kit/std/json.ts";
import type { Approvals, AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import { jackpotState } from "../shared/errors.ts";
import { beginPot, type JackpotWallet } from "./begin-pot.ts";
import { potsTopic } from "./fold-bets.ts";
import { skipPast } from "./moved-wallets.ts";
import {
  begunJackpots,
  type JackpotRow,
  type JackpotState,
  jackpotOf,
  type NewJackpot,
  type PotTerms,
  writeRunning,
  writeState,
  writeTerms,
} from "./store.ts";

export interface ChangeNeeds {
  readonly host: Pick<Host, "clock" | "signals">;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
  readonly wallet: JackpotWallet;
}

/** These decide about money, so two people make them. */
export const startRequest = "jackpots.start";
export const termsRequest = "jackpots.terms";

const named = z.object({ jackpot: z.uuid() });
const changed = z.object({
  jackpot: z.uuid(),
  games: z.string(),
  edge_share: z.int(),
  seed: z.string(),
  bound: z.string(),
});

export function registerChanges(needs: ChangeNeeds): void {
  const { approvals, audit } = needs;
  const common = { permission: "campaigns.start", reads: "campaigns.read", needs: 1 } as const;
  approvals.register({
    ...common,
    kind: startRequest,
    versionOf: async (on, { payload }) => `${(await jackpotOf(on, z.parse(named, payload).jackpot))?.version}`,
    async run(tx, { id: request, payload, reason, askedName: asked_by }, by) {
      const jackpot = await jackpotIn(tx, z.parse(named, payload).jackpot, ["draft"]);
      await startJackpot(needs, tx, jackpot);
      const after = { ...termsOf(jackpot), asked_by, request };
      await audit.record(tx, by, { action: startRequest, subject: subjectOf(jackpot.id), reason, after });
    },
  });
  approvals.register({
    ...common,
    kind: termsRequest,
    versionOf: async (on, { payload }) => `${(await jackpotOf(on, z.parse(named, payload).jackpot))?.version}`,
    async run(tx, { id: request, payload, reason, askedName: asked_by }, by) {
      const given = z.parse(changed, payload);
      const jackpot = await jackpotIn(tx, given.jackpot, ["on", "off"]);
      const terms: PotTerms = {
        games: given.games.split(", "),
        edgeShare: given.edge_share,
        seed: parseDecimal(given.seed),
        bound: parseDecimal(given.bound),
      };
      await writeTerms(tx, jackpot.id, terms);
      const after = { ...termsOf({ ...jackpot, ...terms }), asked_by, request };
      const before = termsOf(jackpot);
      await audit.record(tx, by, { action: termsRequest, subject: subjectOf(jackpot.id), reason, before, after });
    },
  });
}

/** STARTED: the first pot is seeded by the bank, and bets placed from now on take part. */
async function startJackpot({ host, wallet }: ChangeNeeds, tx: Tx, jackpot: JackpotRow): Promise<void> {
  const at = new Date(host.clock.now());
  const isFirst = (await begunJackpots(tx)).every(({ currency }) => currency !== jackpot.currency);
  if (isFirst) await skipPast(tx, jackpot.currency);
  await beginPot(tx, wallet, { jackpot, number: 1n, reserve: 0n, at });
  await writeRunning(tx, jackpot.id, { ...jackpot, pot: 1n });
  await writeState(tx, jackpot.id, "on", at);
  await host.signals.send(tx, potsTopic, jackpot.id);
}

interface Change {
  readonly id: string;
  readonly reason: string;
}

/** Asks for the start of a draft. Fails with `not_found`, `jackpot_state`. */
export async function askStart(
  { approvals }: ChangeNeeds,
  tx: Tx,
  { id, reason }: Change,
  by: Asker,
): Promise<{ readonly jackpot: JackpotRow; readonly request: AskedRequest }> {
  const jackpot = await jackpotIn(tx, id, ["draft"]);
  const payload = { jackpot: jackpot.id, ...termsOf(jackpot) };
  const request = await approvals.ask(tx, { kind: startRequest, subject: subjectOf(id), payload, reason }, by);
  return { jackpot, request };
}

/** Asks for other terms from the next pot on; of a draft they change at once. Fails with `not_found`. */
export async function changeTerms(
  { approvals }: ChangeNeeds,
  tx: Tx,
  { id, reason, terms }: Change & { readonly terms: (jackpot: JackpotRow) => PotTerms },
  by: Asker,
): Promise<{ readonly jackpot: JackpotRow; readonly after: JackpotRow; readonly request: AskedRequest | undefined }> {
  const jackpot = await jackpotIn(tx, id, ["draft", "on", "off"]);
  const after = { ...jackpot, ...terms(jackpot) };
  if (jackpot.state === "draft") {
    await writeTerms(tx, id, after);
    return { jackpot, after, request: undefined };
  }
  const payload = { jackpot: jackpot.id, ...termsOf(after) };
  const request = await approvals.ask(tx, { kind: termsRequest, subject: subjectOf(id), payload, reason }, by);
  return { jackpot, after, request };
}

/** Whether bets that are placed from now on take part; the pot is kept. Fails with `not_found`, `jackpot_state`. */
export async function switchJackpot(
  { host }: Pick<ChangeNeeds, "host">,
  tx: Tx,
  id: string,
  to: "on" | "off",
): Promise<JackpotRow> {
  const jackpot = await jackpotIn(tx, id, [to === "on" ? "off" : "on"]);
  await writeState(tx, id, to, new Date(host.clock.now()));
  await host.signals.send(tx, potsTopic, id);
  return jackpot;
}

async function jackpotIn(tx: Tx, id: string, states: readonly JackpotState[]): Promise<JackpotRow> {
  const jackpot = (await jackpotOf(tx, id, "FOR UPDATE OF j")) ?? fail(notFound);
  if (!states.includes(jackpot.state)) fail(jackpotState, { data: { state: jackpot.state } });
  return jackpot;
}

export const subjectOf = (id: string): string => `jackpot:${id}`;

/** For the audit log and for requests. */
export function termsOf(jackpot: NewJackpot): Readonly<Record<string, Json>> {
  return {
    name: jackpot.title.en,
    kind: jackpot.kind,
    currency: jackpot.currency,
    games: jackpot.games.join(", "),
    edge_share: jackpot.edgeShare,
    seed: formatAmount(jackpot.seed),
    bound: formatAmount(jackpot.bound),
  };
}
