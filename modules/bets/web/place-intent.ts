import type { RouteSpec } from "#kit/contract/route.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { uuid7 } from "#kit/std/uuid7.ts";
import { call } from "#kit/web/use-api.ts";
import { setFreshClientSeed } from "#modules/fairness/web/client-seed.ts";
import { createIntents, type Intent, type Intents } from "./intents.ts";
import type { Refusal } from "./refusal.ts";

/** The outcome of an intent. `no_response`: whether the bet was placed is unknown; a retry never bets twice. */
export type BetReply =
  | { readonly kind: "placed"; readonly body: unknown }
  | ({ readonly kind: "refused" } & Refusal)
  | { readonly kind: "no_response" };

let shelf: Intents | undefined;
function intents(): Intents {
  // A key that contains its time, so that its bet can be archived: a later repeat is recognized as expired.
  shelf ??= createIntents(sessionStorage, () => uuid7(Date.now(), crypto.getRandomValues(new Uint8Array(16))));
  return shelf;
}

export interface Placed {
  readonly reply: BetReply;
  /** The body that was sent: of an older intent if one was still unanswered. */
  readonly sent: unknown;
}

/** Sends a bet under the key of its intent, over the WebSocket or HTTP, until it gets a response or times out. */
export async function placeIntent(
  slot: string,
  player: string,
  route: RouteSpec,
  body: unknown,
  /** False stops retrying: a bet for a round that has closed must not enter the next one. */
  stillWanted: () => boolean = () => true,
  /** For the call's path. A slot always has the same parameters. */
  params: object = {},
): Promise<Placed> {
  const intent = intents().begin(slot, { player, body, nowMs: Date.now() });
  return sendWithSeed(slot, intent, route, stillWanted, params);
}

/** Whether a bet of this slot is unanswered. */
export const isUnanswered = (slot: string, player: string): boolean =>
  intents().pending(slot, player, Date.now()) !== null;

/** Resends the slot's unanswered intent, for example after a reload; null when there is none. */
export async function resumeIntent(slot: string, player: string, route: RouteSpec): Promise<Placed | null> {
  const intent = intents().pending(slot, player, Date.now());
  return intent && sendWithSeed(slot, intent, route);
}

const pausesMs = [300, 1200, 3000];

/** Stops waiting for the slot's response: the same bet is sent under its key again, so that it is never placed twice; another one is not held up. */
export function leaveUnconfirmed(slot: string, player: string): void {
  intents().unconfirmed(slot, player, Date.now());
}

/** If the server has no client seed yet, sets one and bets again. The refusal was a response, so that is a new intent. */
async function sendWithSeed(
  slot: string,
  intent: Intent,
  route: RouteSpec,
  stillWanted: () => boolean = () => true,
  params: object = {},
): Promise<Placed> {
  const placed = await send(slot, intent, route, stillWanted, params);
  if (placed.reply.kind !== "refused" || placed.reply.code !== "client_seed_required") return placed;
  const { sent } = placed;
  const again = intents().begin(slot, { player: intent.player, body: sent, nowMs: Date.now() });
  if (!(await setFreshClientSeed())) return { sent, reply: { kind: "no_response" } };
  return send(slot, again, route, stillWanted, params);
}

async function send(
  slot: string,
  intent: Intent,
  route: RouteSpec,
  stillWanted: () => boolean,
  params: object,
): Promise<Placed> {
  const sent: unknown = JSON.parse(intent.body);
  const reply = await sendUntilAnswered(route, { params, body: sent }, intent.key, stillWanted);
  // Without a response, or with one that leaves the outcome unknown, the intent is retained.
  if (reply.kind !== "no_response") intents().answered(slot, intent.key);
  return { sent, reply };
}

/** Sends a call that moves money under one key, over the WebSocket or HTTP, until it gets a response or times out. */
export async function sendUntilAnswered(
  route: RouteSpec,
  input: object,
  key: Uuid = crypto.randomUUID() as Uuid,
  stillWanted: () => boolean = () => true,
): Promise<BetReply> {
  for (let attempt = 0; ; attempt++) {
    const reply = await call(route, input, key);
    if (reply.ok) return { kind: "placed", body: reply.body };
    if (reply.status !== 0 && reply.status < 500)
      return { kind: "refused", code: reply.code, message: reply.message, data: reply.data };
    const pause = pausesMs[attempt];
    if (pause === undefined || !stillWanted()) return { kind: "no_response" };
    await new Promise(resolve => setTimeout(resolve, pause));
  }
}
