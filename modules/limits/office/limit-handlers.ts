import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { isCurrency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { type Accounts, playerOf } from "#modules/accounts/server/index.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import { requestStale } from "#modules/approvals/shared/errors.ts";
import { type Audit, act, requestAction } from "#modules/audit/server/index.ts";
import {
  type ChangedLimit,
  loosenOperatorLimit,
  type OperatorLimit,
  operatorLimitOf,
  operatorLimitsOf,
  requireLooser,
  tightenOperatorLimit,
} from "#modules/limits/server/index.ts";
import { operatorLimitChanged } from "#modules/limits/shared/events.ts";
import { type OperatorLimitValue, operatorLimitKinds } from "#modules/limits/shared/operator-limits.ts";
import * as contract from "./contract.ts";

export interface OperatorLimitNeeds {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
}

const requestKind = "player.limit_loosen";
const subjectOf = (player: PlayerId) => `player:${player}`;

/** Limits that operators set on a player's account: one operator sets and tightens, two loosen and remove. */
export function operatorLimitHandlers(needs: OperatorLimitNeeds): readonly Handler[] {
  const { host, approvals } = needs;
  const now = () => new Date(host.clock.now());
  registerLoosening(needs);
  return [
    handle(contract.readOperatorLimits, async ({ input: { params } }) => {
      const { id } = await personOf(needs, playerOf(params.id), host.db);
      return { data: await viewsOf(host.db, id) };
    }),
    act(host, contract.setOperatorLimit, async (tx, { operator, input: { params, body } }) => {
      const { id } = await personOf(needs, playerOf(params.id), tx);
      const { cause, reason, limit } = body;
      const { kind } = limit;
      const by = operator.name;
      const change = { player: id, kind, limit: limitOf(limit), cause, reason, by, now: now() };
      const changed = await tightenOperatorLimit(tx, change);
      if (changed) await publish(host, tx, id, changed, false);
      return {
        answer: { data: await viewsOf(tx, id) },
        auditAction: changed
          ? {
              action: "player.limit_set",
              subject: subjectOf(id),
              reason,
              before: factsOf(kind, changed.before),
              after: factsOf(kind, changed.after),
            }
          : null,
      };
    }),
    act(host, contract.loosenOperatorLimit, async (tx, { operator, input: { params, body } }) => {
      const { id, name } = await personOf(needs, playerOf(params.id), tx);
      const { kind, limit, reason } = body;
      if (limit !== null && limit.kind !== kind) fail(validationFailed, { errors: { kind: ["kind_invalid"] } });
      const before = await operatorLimitOf(tx, id, kind);
      const value = limit === null ? null : limitOf(limit);
      requireLooser(before, value);
      const payload = {
        player: id,
        name,
        limit_kind: kind,
        limit_before: wireOf(before?.limit ?? null),
        limit_after: wireOf(value),
        limit_version: before?.version ?? 0,
      };
      const subject = subjectOf(id);
      const asked = await approvals.ask(tx, { kind: requestKind, subject, payload, reason }, operator);
      const after = { kind: requestKind, subject, payload };
      return {
        answer: { data: { request: asked.id, expires_at: asked.expiresAt.toISOString() } },
        auditAction: requestAction(asked, reason, after),
      };
    }),
  ];
}

const wire = z.nullable(
  z.union([z.object({ amount: z.string(), currency: z.string() }), z.object({ minutes: z.int() })]),
);
const payloadOf = z.object({
  player: z.string(),
  limit_kind: z.enum(operatorLimitKinds),
  limit_after: wire,
  limit_version: z.int(),
});

function registerLoosening({ host, approvals, audit }: OperatorLimitNeeds): void {
  approvals.register({
    kind: requestKind,
    permission: "players.limits.loosen",
    reads: "players.read",
    needs: 1,
    async versionOf(on, request) {
      const { player, limit_kind: kind } = z.parse(payloadOf, request.payload);
      return String((await operatorLimitOf(on, playerOf(player), kind))?.version ?? 0);
    },
    async run(tx, request, by) {
      const { limit_kind: kind, limit_after, limit_version: version, ...asked } = z.parse(payloadOf, request.payload);
      const player = playerOf(asked.player);
      const change = { player, kind, version, reason: request.reason, by: by.name, now: new Date(host.clock.now()) };
      // The limit is locked only now: another operator may have tightened it since its version was read.
      const changed = await loosenOperatorLimit(tx, { ...change, limit: limitOfWire(limit_after) });
      if (!changed) return fail(requestStale);
      await publish(host, tx, player, changed, true);
      await audit.record(tx, by, {
        action: requestKind,
        subject: request.subject,
        reason: request.reason,
        before: factsOf(kind, changed.before),
        after: { ...factsOf(kind, changed.after), request: request.id, asked_by: request.askedName },
      });
    },
  });
}

async function personOf({ people }: OperatorLimitNeeds, player: PlayerId, on: Queryable) {
  return (await people.of([player], on)).get(player) ?? fail(notFound);
}

function publish(host: Host, tx: Tx, player: PlayerId, { after }: ChangedLimit, loosened: boolean): Promise<void> {
  return host.bus.publish(tx, operatorLimitChanged, { player, kind: after.kind, limit: after.limit, loosened });
}

function limitOf(limit: contract.OperatorLimitField): OperatorLimitValue {
  if ("minutes" in limit) return { minutes: limit.minutes };
  const { currency } = limit;
  invariant(isCurrency(currency), "checked by the contract");
  return { amount: parseDecimal(limit.amount), currency };
}

/** A limit in a request's payload. */
function wireOf(limit: OperatorLimitValue | null) {
  if (limit === null) return null;
  return "minutes" in limit
    ? { minutes: limit.minutes }
    : { amount: formatAmount(limit.amount), currency: limit.currency };
}

function limitOfWire(limit: z.output<typeof wire>): OperatorLimitValue | null {
  if (limit === null || "minutes" in limit) return limit;
  const { amount, currency } = limit;
  invariant(isCurrency(currency), "it was checked when the request was made");
  return { amount: parseDecimal(amount), currency };
}

/** For the audit log. */
const factsOf = (kind: string, set: OperatorLimit | undefined) => ({
  kind,
  limit: wireOf(set?.limit ?? null),
  cause: set?.limit ? set.cause : null,
});

async function viewsOf(on: Queryable, player: PlayerId): Promise<{ limits: contract.OperatorLimitView[] }> {
  const found = await operatorLimitsOf(on, player);
  const inOrder = operatorLimitKinds.flatMap(kind => found.filter(each => each.kind === kind));
  return { limits: inOrder.map(viewOf) };
}

function viewOf({ kind, limit, cause, setAt, setBy, reason }: OperatorLimit): contract.OperatorLimitView {
  const isTime = limit !== null && "minutes" in limit;
  return {
    kind,
    amount: limit === null || isTime ? null : formatAmount(limit.amount),
    currency: limit === null || isTime ? null : limit.currency,
    minutes: isTime ? limit.minutes : null,
    cause,
    since: setAt.toISOString(),
    by: setBy,
    reason,
  };
}
