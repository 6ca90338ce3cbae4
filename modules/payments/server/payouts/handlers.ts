import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import { type Handler, handle, type Session } from "#kit/http/handler.ts";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { payoutClosed } from "../../shared/errors.ts";
import * as contract from "../../shared/payout-contract.ts";
import { payoutStatus } from "../../shared/payouts.ts";
import { endUnpaid } from "./follow-payout.ts";
import type { PayoutNeeds } from "./payout-needs.ts";
import { answerPayoutQuestion, isOpen, questionsOf } from "./questions.ts";
import { requestPayout } from "./request-payout.ts";
import { lockPayout, payoutsOf } from "./store.ts";
import { payoutView } from "./views.ts";

const pageSize = 20;

export function payoutHandlers(needs: PayoutNeeds): readonly Handler[] {
  return [
    handle(contract.createPayout, async ({ session, key, input }) => {
      const { method_hash, amount, currency, address, give_up_bonus: giveUpBonus } = input.body;
      const request = {
        session,
        key,
        methodHash: method_hash,
        amount,
        ...(currency !== undefined && { currency }),
        ...(address !== undefined && { address }),
        ...(giveUpBonus !== undefined && { giveUpBonus }),
      };
      return { data: await requestPayout(needs, request) };
    }),
    handle(contract.getPayouts, async ({ session, input }) => ({
      data: await listPayouts(needs, session.player, input.query.cursor),
    })),
    handle(contract.answerPayout, async ({ session, input }) => {
      const payout = required(parseUuid(input.params.id), "checked by the contract");
      const answer = input.body.answer.trim();
      return { data: payoutView(await answerPayoutQuestion(needs, { player: session.player, payout, answer })) };
    }),
    handle(contract.cancelPayout, async ({ session, input }) => {
      const id = required(parseUuid(input.params.id), "checked by the contract");
      return { data: await cancelPayout(needs, session, id) };
    }),
  ];
}

async function listPayouts({ host }: PayoutNeeds, player: PlayerId, cursor: string | undefined) {
  const before = cursor === undefined ? null : parseUuid(cursor);
  if (before === undefined) return fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  const rows = await payoutsOf(host.db, player, before, pageSize + 1);
  const page = rows.slice(0, pageSize);
  const now = new Date(host.clock.now());
  const waiting = page.filter(({ status }) => status === payoutStatus.pending).map(({ id }) => id);
  const asked = waiting.length === 0 ? [] : await questionsOf(host.db, waiting);
  return {
    items: page.map(row =>
      payoutView(
        row,
        asked.find(question => question.payout === row.id && isOpen(question, now)),
      ),
    ),
    next_cursor: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Cancels a pending payout; a repeat gets the same answer. Races with the job that sends it: whichever locks the row first wins. */
async function cancelPayout(needs: PayoutNeeds, session: Session, id: Uuid): Promise<contract.PayoutView> {
  return needs.host.db.tx(async tx => {
    const row = await lockPayout(tx, id);
    if (row?.playerId !== session.player) return fail(notFound);
    if (row.status === payoutStatus.pending) {
      await endUnpaid(needs, tx, row, payoutStatus.cancelled);
      await needs.proofs?.restoreProof(tx, session, id);
    } else if (row.status !== payoutStatus.cancelled) fail(payoutClosed, { data: { status: row.status } });
    return payoutView(required(await lockPayout(tx, id), "the payout exists"));
  });
}
