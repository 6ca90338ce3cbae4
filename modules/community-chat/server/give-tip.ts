import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { mayBeOffered } from "#modules/limits/server/index.ts";
import { dayOf } from "#modules/limits/shared/day.ts";
import { budgetShort, tipNotAllowed } from "../shared/errors.ts";
import { largestTip } from "../shared/rain.ts";
import { lockOpenBudget } from "./budgets.ts";
import { factsNow, missingOf } from "./eligible.ts";
import { ourAuthor } from "./our-author.ts";
import type { RainNeeds } from "./rain.ts";
import { addToBudget, insertTip, leftOf, type TipRow, tipsOf } from "./rain-store.ts";
import { insertMessage, messageById } from "./store.ts";

interface NewTip {
  /** A repeat with the same id is one tip. */
  readonly id: Uuid;
  readonly budget: Uuid;
  /** The player is its author. */
  readonly message: Uuid;
  readonly amount: Micros;
  readonly by: string;
}

/**
 * TIPPED: a host of the chat gives the author of a message something from a budget, at most once a day. Nobody is tipped who may be given
 * nothing. Fails with `not_found`, `chat_budget_closed`, `chat_budget_short`, `chat_tip_not_allowed`, `validation_failed`.
 */
export async function giveTip(
  { host, board, wallet, ...needs }: Omit<RainNeeds, "linkedAccounts">,
  tx: Tx,
  { id, budget: budgetId, message: messageId, amount, by }: NewTip,
): Promise<{ readonly tip: TipRow; readonly isNew: boolean }> {
  const budget = await lockOpenBudget(tx, budgetId);
  const before = (await tipsOf(tx, [id])).get(id);
  if (before) return { tip: before, isNew: false };
  const { currency } = budget;
  const most = largestTip[currency];
  if (amount === 0n || amount > most)
    fail(validationFailed, { errors: { amount: ["chat_tip_amount"] }, data: { most: formatAmount(most) } });
  const message = (await messageById(tx, messageId)) ?? fail(notFound);
  const { author: player, room } = message;
  if (message.kind !== "player") fail(notFound);
  const now = new Date(host.clock.now());
  if (!(await mayBeOffered(tx, player, now))) fail(tipNotAllowed, { data: { why: "closed" } });
  const missing = await missingOf(needs, tx, player, await factsNow(needs, tx, [player], now));
  if (missing) fail(tipNotAllowed, { data: { why: missing } });
  if (amount > leftOf(budget)) fail(budgetShort);
  const day = dayOf(now);
  const tip: TipRow = { id, budgetId, playerId: player, room, currency, amount, day, givenBy: by, givenAt: now };
  if (!(await insertTip(tx, tip))) fail(tipNotAllowed, { data: { why: "day" } });
  await addToBudget(tx, budgetId, { given: amount, reserved: 0n });
  await wallet.open(tx, player, currency);
  const movement = { owner: player, currency, amount, kind: "tip", reference: id } as const;
  const moved = await wallet.credit(tx, { ...movement, from: account("chat budget") });
  invariant(!moved.replayed, "a tip is paid once");
  const written = { id: host.ids.next(), room, author: ourAuthor, text: "tip", at: now, key: id };
  await insertMessage(tx, { ...written, kind: "tip", subject: id });
  await board.announce(tx, room);
  host.failpoints.hit("chat.tip");
  return { tip, isNew: true };
}
