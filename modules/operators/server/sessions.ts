import { fail } from "#kit/contract/error-code.ts";
import { forbidden, notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { parseUuid, type Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { act } from "#modules/audit/server/index.ts";
import { endOneSession, readOwnSessions } from "../shared/own-access-contract.ts";
import { noteActivity } from "../shared/sign-in-contract.ts";
import { endSession, livingSessions, type SessionLimits, type SessionRow, sessionById } from "./session-store.ts";

/** A session ends after this long without an act of its operator, and this long after it was opened: milliseconds. */
export const sessionLimits: SessionLimits = { quietMs: 15 * 60_000, lifeMs: 8 * 3_600_000 };
const mostSessions = 3;
/** How long a second factor is enough for sensitive calls: milliseconds. */
export const stepUpMs = 5 * 60_000;

/** Seconds until a session ends, if its operator does nothing and if they are busy. */
export function sessionTimes({ activeAt, openedAt }: Pick<SessionRow, "activeAt" | "openedAt">, nowMs: number) {
  const seconds = (until: number) => Math.max(0, Math.floor((until - nowMs) / 1000));
  const life = seconds(openedAt.getTime() + sessionLimits.lifeMs);
  return { idle_seconds: Math.min(life, seconds(activeAt.getTime() + sessionLimits.quietMs)), life_seconds: life };
}

/** Ends the oldest sessions of an operator who has too many. @returns how many */
export async function endBeyondMost(tx: Tx, operator: Uuid, now: Date): Promise<number> {
  const beyond = (await livingSessions(tx, operator, now, sessionLimits)).slice(mostSessions);
  for (const { id } of beyond) await endSession(tx, id, now);
  return beyond.length;
}

export function sessionHandlers(host: Host): readonly Handler[] {
  const now = () => new Date(host.clock.now());
  return [
    act(host, noteActivity, async (tx, { operator }) => ({
      answer: {
        data: sessionTimes(required(await sessionById(tx, operator.session), "the session exists"), host.clock.now()),
      },
      auditAction: null,
    })),
    handle(readOwnSessions, async ({ operator, input: { query } }) => {
      const whose = query.operator === undefined ? operator.id : required(parseUuid(query.operator), "checked");
      if (whose !== operator.id && !operator.permissions.has("operators.write")) fail(forbidden);
      const rows = await livingSessions(host.db, whose, now(), sessionLimits);
      return {
        data: rows.map(({ id, address, userAgent, openedAt, activeAt }) => ({
          id,
          address,
          user_agent: userAgent,
          opened_at: openedAt.toISOString(),
          active_at: activeAt.toISOString(),
          current: id === operator.session,
        })),
      };
    }),
    act(host, endOneSession, async (tx, { operator, input: { params } }) => {
      const row = (await sessionById(tx, required(parseUuid(params.id), "checked"))) ?? fail(notFound);
      // A foreign session and an unknown one are alike.
      if (row.operatorId !== operator.id && !operator.permissions.has("operators.write")) fail(notFound);
      await endSession(tx, row.id, now());
      return {
        answer: undefined,
        auditAction: { action: "operator.session_end", subject: `operator:${row.operatorId}` },
      };
    }),
  ];
}
