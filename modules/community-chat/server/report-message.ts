import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { ReportReason } from "../shared/contract.ts";
import { chatTooFast } from "../shared/errors.ts";
import { insertReport, lockMember, messageById, reportsSince } from "./store.ts";

const mostInMinute = 10;
const minuteMs = 60_000;

interface Report {
  readonly player: PlayerId;
  readonly id: string;
  readonly reason: ReportReason;
}

/** REPORTED: once for each player and message. One's own, removed and unknown messages are `not_found`. */
export async function reportMessage(host: Pick<Host, "db" | "clock">, { player, id, reason }: Report): Promise<void> {
  await host.db.tx(async tx => {
    await lockMember(tx, player);
    const now = host.clock.now();
    if ((await reportsSince(tx, player, new Date(now - minuteMs))) >= mostInMinute)
      fail(chatTooFast, { retryAfter: 60 });
    const message = await messageById(tx, id);
    if (!message || message.author === player || message.removed !== null) return fail(notFound);
    await insertReport(tx, { message: message.id, player, reason, at: new Date(now) });
  });
}
