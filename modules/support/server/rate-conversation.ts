import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { conversationClosed } from "../shared/errors.ts";
import { cleanText, maskSecrets } from "../shared/message-text.ts";
import { changeConversation, lockOwn, type Visitor } from "./conversation-store.ts";
import { insertMessage } from "./message-store.ts";
import type { WriteNeeds } from "./write-message.ts";

/** Rates a resolved conversation, once; `no` returns it to the queue, where it has waited since its last message. */
export async function rateConversation(
  { host, board }: WriteNeeds,
  visitor: Visitor,
  id: Uuid,
  solved: "yes" | "partly" | "no",
  comment: string,
): Promise<void> {
  await host.db.tx(async tx => {
    const row = (await lockOwn(tx, visitor, id)) ?? fail(notFound);
    if (row.rating !== null) return;
    if (row.state !== "resolved") fail(conversationClosed);
    const rating = { rating: solved, ratingComment: maskSecrets(cleanText(comment)) || null };
    if (solved !== "no") {
      await changeConversation(tx, id, rating);
      return board.announce(tx, row, "progress");
    }
    const now = new Date(host.clock.now());
    const { number } = await insertMessage(tx, {
      conversation: id,
      author: "system",
      kind: "reopened",
      operator: null,
      text: "",
      key: host.ids.next(),
      now,
    });
    const waiting = { state: "waiting", assigneeId: null, assigneeName: null, waitingSince: row.openedAt } as const;
    await changeConversation(tx, id, { ...rating, ...waiting, resolvedAt: null });
    await board.announce(tx, row, { message: number });
    await board.announceQueue(tx);
  });
}
