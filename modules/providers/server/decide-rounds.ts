import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { currencyField } from "#kit/contract/fields.ts";
import type { Queryable } from "#kit/db/db.ts";
import { uuidV5 } from "#kit/host/uuid-v5.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import { formatAmount, micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { decidedHash } from "#modules/wallet/server/index.ts";
import { roundNotVoidable } from "../shared/errors.ts";
import { roundVoided } from "../shared/events.ts";
import { winField } from "../shared/wire.ts";
import type { ProviderNeeds } from "./needs.ts";

/** Where two operators decide: a win over what its bets may win, a round whose provider has been silent for 72 hours, one that was settled wrongly, and a pot's seed. */
export const payOverCap = "provider.pay_over_cap";
export const closeRound = "provider.close_round";
export const voidRound = "provider.void_round";
export const seedPot = "provider.seed_pot";
export const closeRoundJob = "providers.close_round";

const named = { player: z.uuid(), round: z.uuid() };
const overCap = z.object({ ...named, amount: winField });
const closing = z.object({ ...named, decision: z.enum(["void", "pay"]), amount: winField });

const seeding = z.object({ currency: currencyField, amount: winField });

const permission = "providers.write";

export function registerDecisions(needs: ProviderNeeds): void {
  const { approvals, wallet } = needs;
  registerPots(needs);
  registerVoids(needs);
  const versionOf = (on: Queryable, payload: unknown) => {
    const { player, round } = z.parse(z.object(named), payload);
    return wallet.providerRounds.versionOf(on, player as PlayerId, round as Uuid);
  };
  approvals.register({
    kind: payOverCap,
    permission,
    reads: "providers.read",
    needs: 1,
    versionOf: (on, { payload }) => versionOf(on, payload),
    async run(tx, { payload }) {
      const { player, round, amount } = z.parse(overCap, payload);
      const allowed = await wallet.providerRounds.allowWin(tx, player as PlayerId, round as Uuid, parseDecimal(amount));
      if (!allowed) fail(notFound);
    },
  });
  approvals.register({
    kind: closeRound,
    permission,
    reads: "providers.read",
    needs: 1,
    versionOf: (on, { payload }) => versionOf(on, payload),
    async run(tx, { payload, id }) {
      const decided = z.parse(closing, payload);
      await enqueue(tx, closeRoundJob, { ...decided, request: id }, { key: `${closeRoundJob}:${decided.round}` });
    },
  });
}

/** Whether a void would leave money in an account that its holder has closed. Read where the wallet is locked, it is true until the end. */
export async function leavesInClosed(
  { accounts }: Pick<ProviderNeeds, "accounts">,
  on: Queryable,
  player: PlayerId,
  { returned, taken }: { readonly returned: bigint; readonly taken: bigint },
): Promise<boolean> {
  if (returned <= taken) return false;
  return (await accounts.people.of([player], on)).get(player)?.closedAt != null;
}

/** A settled round is voided in the transaction of the approval: nobody outside takes part. */
function registerVoids(needs: ProviderNeeds): void {
  const { host, approvals, wallet, audit } = needs;
  approvals.register({
    kind: voidRound,
    permission,
    reads: "providers.read",
    needs: 1,
    versionOf(on, { payload }) {
      const { player, round } = z.parse(z.object(named), payload);
      return wallet.providerRounds.versionOf(on, player as PlayerId, round as Uuid);
    },
    async run(tx, { id, subject, payload, reason, askedName }, by) {
      const { player, round: key } = z.parse(z.object(named), payload);
      const which = { player: player as PlayerId, round: key as Uuid, request: id };
      const voided = (await wallet.providerRounds.voidSettled(tx, which)) ?? fail(notFound);
      const { currency, why, returned, taken, owed } = voided;
      if (why !== undefined) fail(roundNotVoidable, { data: { why } });
      if (await leavesInClosed(needs, tx, which.player, voided)) fail(roundNotVoidable, { data: { why: "closed" } });
      host.failpoints.hit("providers.round.voided");
      await host.bus.publish(tx, roundVoided, {
        player: which.player,
        round: which.round,
        currency,
        returned,
        taken,
        owed,
      });
      const sums = { returned: formatAmount(returned), taken: formatAmount(taken), owed: formatAmount(owed) };
      await audit?.record(tx, by, {
        action: "provider.void_round",
        subject,
        reason,
        after: Object.assign(sums, { player, currency, request: id, asked_by: askedName }),
      });
    },
  });
}

/** A pot whose seed has changed since the request is another one; shares that came in meanwhile are not. */
function registerPots({ approvals, wallet }: ProviderNeeds): void {
  approvals.register({
    kind: seedPot,
    permission,
    reads: "providers.read",
    needs: 1,
    async versionOf(on, { payload }) {
      const { currency } = z.parse(seeding, payload);
      const pot = (await wallet.providerRounds.pots(on)).find(each => each.currency === currency);
      return String(pot?.seed ?? "");
    },
    async run(tx, { payload, id }) {
      const { currency, amount } = z.parse(seeding, payload);
      await wallet.providerRounds.seedPot(tx, currency as Currency, micros(parseDecimal(amount)), id as Uuid);
    },
  });
}

const jobPayload = z.extend(closing, { request: z.uuid() });

/** What was decided goes through the lanes like any win or rollback, under keys of the request: run twice it happens once. */
export async function closeDecidedRound({ wallet }: ProviderNeeds, payload: unknown): Promise<void> {
  const { player, round: key, decision, amount, request } = z.parse(jobPayload, payload);
  const round = await wallet.providerRounds.round(player as PlayerId, key as Uuid);
  if (round?.status !== "open") return;
  const { game, currency, slug, provided } = round;
  const requestHash = decidedHash(request as Uuid);
  const common = { player: player as PlayerId, game, currency: currency as Currency, requestHash };
  if (decision === "pay") {
    const win = { key: request as Uuid, round: round.key, amount: micros(parseDecimal(amount)), close: true };
    await wallet.winRound({ ...common, ...win });
    return;
  }
  for (const ref of round.bets)
    await wallet.rollBack({
      ...common,
      key: uuidV5(request as Uuid, ref),
      round: { key: round.key, slug, provided },
      ref,
      reason: "operators",
    });
}
