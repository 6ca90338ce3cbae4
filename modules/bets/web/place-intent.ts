import type { RouteSpec } from "#kit/contract/route.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { call } from "#kit/web/use-api.ts";
import { setFreshClientSeed } from "#modules/fairness/web/client-seed.ts";
import { createIntents, type Intent, type Intents } from "./intents.ts";
import type { Refusal } from "./refusal.ts";

/** What became of an intent. `unheard`: no answer came, so whether it was taken is not known; asking again never bets twice. */
export type BetReply =
  | { readonly kind: "placed"; readonly body: unknown }
  | ({ readonly kind: "refused" } & Refusal)
  | { readonly kind: "no_response" };

let shelf: Intents | undefined;
function intents(): Intents {
  shelf ??= createIntents(sessionStorage, () => crypto.randomUUID() as Uuid);
  return shelf;
}

export interface Placed {
  readonly reply: BetReply;
  /** The body that went out: of an older intent where one was still unanswered. */
  readonly sent: unknown;
}

/** Sends a bet under the key of its intent, over the socket or else HTTP, until it is answered or hope is given up. */
export async function placeIntent(
  slot: string,
  player: string,
  route: RouteSpec,
  body: unknown,
  /** False stops asking again: a bet meant for a round that has closed must not slip into the next one. */
  stillWanted: () => boolean = () => true,
  /** Of the call's path. One slot has one such place. */
  params: object = {},
): Promise<Placed> {
  const intent = intents().begin(slot, { player, body, nowMs: Date.now() });
  return sendWithSeed(slot, intent, route, stillWanted, params);
}

/** Whether a bet of this slot still waits for its answer. */
export const isUnanswered = (slot: string, player: string): boolean =>
  intents().pending(slot, player, Date.now()) !== null;

/** Sends the unanswered intent of the slot again, as after a reload; null when there is none. */
export async function resumeIntent(slot: string, player: string, route: RouteSpec): Promise<Placed | null> {
  const intent = intents().pending(slot, player, Date.now());
  return intent && sendWithSeed(slot, intent, route);
}

const pausesMs = [300, 1200, 3000];

/** Lets go of an unanswered intent whose time is over: what became of it is learnt from the house's own lists. */
export function dropIntent(slot: string, player: string): void {
  const intent = intents().pending(slot, player, Date.now());
  if (intent) intents().answered(slot, intent.key);
}

/** Where the house keeps no seed of ours yet, makes one and bets again. The refusal was an answer, so that is a new intent. */
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
  // Without an answer, or with one of a house that could not say, the intent is kept.
  if (reply.kind !== "no_response") intents().answered(slot, intent.key);
  return { sent, reply };
}

/** Sends a call that moves money under one key, over the socket or else HTTP, until it is answered or hope is given up. */
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
