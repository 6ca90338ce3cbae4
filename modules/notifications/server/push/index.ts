import { join } from "node:path";
import { buildPushPayload } from "@block65/webcrypto-web-push";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { readLocale } from "#kit/host/read-locale.ts";
import type { Handler } from "#kit/http/handler.ts";
import { type Locale, languageOf, localePath } from "#kit/i18n/locale.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Accounts, SeenSession } from "#modules/accounts/server/index.ts";
import { sessionEnded } from "#modules/accounts/shared/events.ts";
import english from "../../locale/en.json" with { type: "json" };
import type { EntryKind } from "../../shared/kinds.ts";
import type { PushedNotice } from "../../shared/push.ts";
import { pushHandlers } from "./handlers.ts";
import { createVapidPair } from "./key.ts";
import { type PushServices, readPushServices } from "./services.ts";
import {
  deleteDevice,
  deleteOfSession,
  devicesOf,
  type PendingPush,
  readPendingPush,
  type Subscription,
  subscriptionsOf,
} from "./store.ts";

/** The name of the job. */
const deliver = "notifications.push";

/** Later than this a notice is only in the inbox; push services drop it then too. */
const usefulMs = 86_400_000;
const timeoutMs = 5_000;
/** Some nine hours of growing pauses. */
const maxAttempts = 16;

const texts = readLocale(english, join(import.meta.dirname, "../../locale"));

export interface Push {
  readonly handlers: readonly Handler[];
  readonly job: { readonly name: string; run(payload: unknown): Promise<void> };
  /** Pushes an entry to every browser of its player once `tx` commits. */
  queue(tx: Tx, player: PlayerId, entry: Uuid): Promise<void>;
  /**
   * Pushes to every browser of a player that has a running session, at once. False if there is none. Fails while none of them could be reached: a repeat replaces what is
   * shown already.
   */
  now(tx: Tx, player: PlayerId, notice: Now): Promise<boolean>;
  /** Makes the site's key pair if it has none, and deletes the subscriptions of sessions as they end. Returns a function that stops it. */
  start(): Promise<() => void>;
}

interface Now {
  readonly id: Uuid;
  readonly kind: EntryKind;
  /** The page that a press opens. */
  readonly path: string;
}

/** Notices on the screens of browsers that subscribed, by the push service of each browser. */
export function createPush(host: Host, people: Pick<Accounts["people"], "of" | "sessions">): Push {
  const services = readPushServices(host.config.PUSH_SERVICES);
  const vapid = createVapidPair(host);
  const sent = host.metrics.counter("push_total", "Notices pushed to browsers", ["outcome"]);

  const isRunning = ({ endedAt, expiresAt }: SeenSession) => endedAt === null && expiresAt.getTime() > host.clock.now();

  /** Decided again when it is sent: what was right when it was queued may have changed. */
  async function isStillWanted({ player, session, enteredAt }: PendingPush): Promise<boolean> {
    if (enteredAt.getTime() + usefulMs <= host.clock.now()) return false;
    const person = (await people.of([player])).get(player);
    if (!person || person.closedAt !== null) return false;
    return (await people.sessions(player)).some(own => own.id === session && isRunning(own));
  }

  return {
    handlers: pushHandlers(host, services, vapid),
    job: {
      name: deliver,
      async run(payload) {
        const { entry, subscription } = payload as { entry: Uuid; subscription: Uuid };
        const waiting = await readPendingPush(host.db, entry, subscription);
        if (!waiting || !(await isStillWanted(waiting))) return sent.inc({ outcome: "unwanted" });
        const outcome = await post(
          services,
          waiting,
          await messageFor({ ...waiting, id: entry, path: "/profile/inbox" }, await vapid(), host.config.MAIL_FROM),
        );
        sent.inc({ outcome });
        if (outcome === "gone") await deleteDevice(host.db, waiting.player, subscription);
        if (outcome === "unavailable") throw new Error("the push service did not accept a message");
      },
    },
    async queue(tx, player, entry) {
      for (const { id: subscription } of await devicesOf(tx, player))
        await enqueue(tx, deliver, { entry, subscription }, { maxAttempts });
    },
    async now(tx, player, { id, kind, path }) {
      const open = new Set((await people.sessions(player, tx)).filter(isRunning).map(session => session.id));
      const browsers = (await subscriptionsOf(tx, player)).filter(({ session }) => open.has(session));
      const pair = await vapid();
      const outcomes = await Promise.all(
        browsers.map(async browser => {
          const outcome = await post(
            services,
            browser,
            await messageFor({ ...browser, id, kind, path }, pair, host.config.MAIL_FROM),
          );
          sent.inc({ outcome });
          if (outcome === "gone") await deleteDevice(tx, player, browser.id);
          return outcome;
        }),
      );
      if (outcomes.includes("unavailable") && !outcomes.includes("sent"))
        throw new Error("the push service did not accept a message");
      return outcomes.includes("sent");
    },
    async start() {
      await vapid();
      return host.bus.on(sessionEnded, ({ session }) => deleteOfSession(host.db, session));
    },
  };
}

async function messageFor(
  { id, kind, path, locale, endpoint, p256dh, auth }: Now & Subscription & { readonly locale: Locale },
  pair: { readonly publicKey: string; readonly privateKey: string },
  from: string,
) {
  const notice: PushedNotice = {
    id,
    title: texts[locale].kinds[kind].title,
    text: texts[locale].push.open,
    path: localePath(locale, path),
    language: languageOf(locale),
  };
  const subject = `mailto:${/<([^>]+)>/.exec(from)?.[1] ?? from}`;
  const options = { ttl: usefulMs / 1_000, urgency: "high", topic: id.replaceAll("-", "") } as const;
  const data = JSON.stringify(notice);
  return buildPushPayload(
    { data, options },
    { endpoint, expirationTime: null, keys: { p256dh, auth } },
    { subject, ...pair },
  );
}

type Outcome = "sent" | "gone" | "refused" | "unavailable";

async function post(
  services: PushServices,
  { endpoint }: Subscription,
  { headers, body }: Awaited<ReturnType<typeof buildPushPayload>>,
): Promise<Outcome> {
  const address = services.addressOf(endpoint);
  // A service that was allowed when the browser subscribed, but no longer is.
  if (!address) return "gone";
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { status, body: answer } = await fetch(address, { method: "POST", headers, body, redirect: "error", signal });
    await answer?.cancel();
    return outcomeOf(status);
  } catch {
    return "unavailable";
  }
}

/** RFC 8030 section 5 and 7.3; 403: the subscription was made with another key. */
function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return "sent";
  if (status === 403 || status === 404 || status === 410) return "gone";
  return status === 408 || status === 429 || status >= 500 ? "unavailable" : "refused";
}
