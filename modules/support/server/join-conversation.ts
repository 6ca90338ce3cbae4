import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { conversationOpen } from "../shared/errors.ts";
import { changeConversation, lockOpenOf, lockOwn, type Visitor } from "./conversation-store.ts";
import type { WriteNeeds } from "./write-message.ts";

/** A guest's conversation becomes the player's: by their request in the browser that has its cookie, never by an email address. */
export async function joinConversation(
  { host, board }: WriteNeeds,
  guest: Visitor,
  player: PlayerId,
  id: Uuid,
): Promise<void> {
  await host.db.tx(async tx => {
    const row = (await lockOwn(tx, guest, id)) ?? fail(notFound);
    if (row.state === "closed") fail(notFound);
    if (await lockOpenOf(tx, { player })) fail(conversationOpen);
    await changeConversation(tx, id, { playerId: player, guestHash: null });
    await board.announce(tx, row, "progress");
  });
}
