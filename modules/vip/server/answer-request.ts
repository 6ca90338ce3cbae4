import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { vipRequestTypes } from "../shared/contract.ts";
import { admit } from "./reach-levels.ts";
import { allowHigherLimits, type HostRef, setHost } from "./reward-store.ts";
import { type AnswerTexts, closeRequest } from "./store.ts";

export interface Answering {
  readonly id: Uuid;
  readonly accept: boolean;
  /** The reply to the player, in each language. */
  readonly texts: AnswerTexts;
  readonly by: HostRef;
  /** The personal host: another operator than who accepts. */
  readonly host?: HostRef | undefined;
}

export interface AnsweredRequest {
  readonly playerId: PlayerId;
  readonly requestType: (typeof vipRequestTypes)[number];
}

/**
 * ANSWERED: once. Accepted, a membership opens the first level, a personal host is the operator named or else who accepts, and higher limits are those of the
 * next level. Null when it was answered before, or does not exist.
 */
export async function answerRequest(
  host: Pick<Host, "clock">,
  tx: Tx,
  { id, accept, texts, by, host: given }: Answering,
): Promise<AnsweredRequest | null> {
  const at = new Date(host.clock.now());
  const answered = await closeRequest(tx, { id, status: accept ? "accepted" : "declined", at, by: by.name, texts });
  if (!answered || !accept) return answered;
  const { playerId, requestType } = answered;
  if (requestType === "membership") await admit(host, tx, playerId);
  else if (requestType === "personal_host") await setHost(tx, playerId, given ?? by);
  else await allowHigherLimits(tx, playerId);
  return answered;
}
