import * as z from "zod/mini";
import type { Clock } from "#kit/host/host.ts";
import { callServer } from "#kit/http/outgoing-call.ts";
import { checkResponse, signRequest } from "#kit/http/signed-messages.ts";
import type { Log } from "#kit/log/log.ts";
import type { Casino } from "./casinos.ts";
import { refusalAnswer } from "./wire.ts";

/** The outcome of a call to a casino's wallet. */
export type Outcome<T> =
  | { readonly kind: "ok"; readonly value: T }
  /** The casino decided against it; nothing moved. */
  | { readonly kind: "refused"; readonly status: string; readonly balance: string | undefined }
  /** No signed, well-formed decision arrived in time: it may have happened or not. */
  | { readonly kind: "unknown"; readonly reason: string };

export type WalletCall = "authenticate" | "balance" | "bet" | "win" | "rollback";

/** How long the casino's decision is waited for. */
export const answerWithinMs = 3_000;

export interface Wallet {
  /** Sends the very body: a repeat must have the same bytes. */
  send<T>(
    casino: Casino,
    call: WalletCall,
    body: string,
    answer: z.ZodMiniType<T>,
    withinMs?: number,
  ): Promise<Outcome<T>>;
}

export function createWallet({ clock, log }: { readonly clock: Clock; readonly log: Log }): Wallet {
  return {
    async send(casino, call, body, answer, withinMs = answerWithinMs) {
      const outcome = await attempt({ clock, withinMs }, casino, call, body, answer);
      if (outcome.kind === "unknown") {
        log.warn({ casino: casino.slug, call, reason: outcome.reason }, "the outcome of a wallet call is unknown");
      }
      return outcome;
    },
  };
}

async function attempt<T>(
  { clock, withinMs }: { readonly clock: Clock; readonly withinMs: number },
  casino: Casino,
  call: WalletCall,
  body: string,
  answer: z.ZodMiniType<T>,
): Promise<Outcome<T>> {
  const key = casino.keys[0];
  if (!key) return { kind: "unknown", reason: "the casino has no valid key" };
  const path = `/provider-wallet/v1/${call}`;
  const signed = signRequest(key, { method: "POST", path, body }, clock.now());
  const abort = new AbortController();
  const cancel = clock.after(withinMs, () => abort.abort());
  try {
    const { status, headers, ...response } = await callServer(`${casino.walletUrl}${path}`, {
      method: "POST",
      body,
      headers: { ...signed, "content-type": "application/json" },
      signal: abort.signal,
    });
    const answered = { status, requestSignature: signed["x-signature"], body: response.body };
    const check = checkResponse(casino.keys, headers, answered, clock.now());
    if (!check.ok) return { kind: "unknown", reason: `${status}, ${check.fault}` };
    if (status !== 200) return { kind: "unknown", reason: `status ${status}` };
    return read(response.body, answer);
  } catch (error) {
    return { kind: "unknown", reason: abort.signal.aborted ? "no answer in time" : String(error) };
  } finally {
    cancel();
  }
}

function read<T>(text: string, answer: z.ZodMiniType<T>): Outcome<T> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { kind: "unknown", reason: "the answer is no JSON" };
  }
  const good = answer.safeParse(body);
  if (good.success) return { kind: "ok", value: good.data };
  const refusal = z.safeParse(refusalAnswer, body);
  if (!refusal.success || refusal.data.status === "ok") return { kind: "unknown", reason: "the answer does not fit" };
  return { kind: "refused", status: refusal.data.status, balance: refusal.data.balance };
}
