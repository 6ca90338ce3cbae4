import { createHmac } from "node:crypto";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { GuardedRequestFailed, guardedGet } from "#kit/http/guarded-request.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { clickIdOf } from "#modules/attribution/server/index.ts";
import { breakOf } from "#modules/limits/server/index.ts";
import { filledUrl, pauseAfter, triesEndMs } from "../shared/postback.ts";
import { beginTry, type EventRow, endEvent, lockDue, noteOutcome, postbacksOf } from "./postback-store.ts";
import { partnerById } from "./store.ts";

export interface SendNeeds {
  readonly host: Pick<Host, "db" | "clock" | "config" | "log">;
  /** The status of the answer; another one in tests. */
  readonly get?: (url: string, headers: Readonly<Record<string, string>>) => Promise<number>;
}

const timeoutMs = 5_000;
/** In one run of the job. */
const mostAtOnce = 200;

const guarded = (url: string, headers: Readonly<Record<string, string>>) => guardedGet({ url, headers, timeoutMs });

/** The key that a partner's network checks our messages with. */
export function postbackSecret({ config }: Pick<Host, "config">, partner: Uuid): string {
  return createHmac("sha256", config.SECRET_KEY).update(`postbacks of ${partner}`).digest("hex");
}

/** Sends what is due. A try is recorded before it is made, so a process that ends in between repeats the same event id. */
export async function sendPostbacks(needs: SendNeeds): Promise<void> {
  for (let sent = 0; sent < mostAtOnce; sent++) if (!(await sendNext(needs))) return;
}

async function sendNext(needs: SendNeeds): Promise<boolean> {
  const { db, clock } = needs.host;
  const now = new Date(clock.now());
  const begun = await db.tx(async tx => {
    const event = await lockDue(tx, now);
    if (!event) return undefined;
    const url = event.url ?? (await urlOf(tx, event));
    // Decided again at every try: nothing about a player leaves in a break, or when the partner took the address away.
    const why = url === undefined ? "no_address" : (await breakOf(tx, event.playerId, now)) ? "player_on_break" : null;
    if (url === undefined || why) {
      await endEvent(tx, event.id, { state: "withheld", outcome: why ?? "no_address", at: now });
      return { event, url: null };
    }
    const tries = event.tries + 1;
    await beginTry(tx, event.id, url, new Date(now.getTime() + pauseAfter(tries)));
    return { event: { ...event, tries }, url };
  });
  if (begun?.url) await attempt(needs, begun.event, begun.url);
  return begun !== undefined;
}

async function urlOf(tx: Tx, event: EventRow): Promise<string | undefined> {
  const partner = await partnerById(tx, event.partnerId);
  const template = (await postbacksOf(tx, event.partnerId)).find(each => each.event === event.event)?.url;
  if (template === undefined || partner?.status !== "approved") return undefined;
  return filledUrl(template, {
    click_id: (await clickIdOf(tx, event.playerId)) ?? "",
    event: event.event,
    sum: event.amount === null ? "" : formatAmount(event.amount),
    currency: event.amount === null ? "" : partner.currency,
    event_id: event.id,
    time: String(Math.floor(event.happenedAt.getTime() / 1000)),
  });
}

async function attempt({ host, get = guarded }: SendNeeds, event: EventRow, url: string): Promise<void> {
  const at = new Date(host.clock.now());
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac("sha256", postbackSecret(host, event.partnerId)).update(`${timestamp}.${url}`);
  const outcome = await get(url, { "x-timestamp": timestamp, "x-signature": signature.digest("hex") }).then(
    String,
    (error: unknown) => (error instanceof GuardedRequestFailed ? error.reason : "silent"),
  );
  if (/^2\d\d$/.test(outcome)) return endEvent(host.db, event.id, { state: "sent", outcome, at });
  host.log.info({ event: event.id, outcome }, `Failed to deliver a postback: ${outcome} (${event.tries})`);
  if (at.getTime() + pauseAfter(event.tries) >= event.happenedAt.getTime() + triesEndMs)
    return endEvent(host.db, event.id, { state: "failed", outcome, at });
  return noteOutcome(host.db, event.id, outcome);
}
