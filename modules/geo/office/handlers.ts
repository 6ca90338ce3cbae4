import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import { type Audit, act, requestAction } from "#modules/audit/server/index.ts";
import { type Closure, type ClosureName, closureChanges, type Geo } from "#modules/geo/server/index.ts";
import { closureMissing } from "#modules/geo/shared/errors.ts";
import { gameOf, type Product } from "#modules/geo/shared/region.ts";
import * as contract from "./contract.ts";

export interface RegionOfficeNeeds {
  readonly host: Host;
  readonly geo: Pick<Geo, "closures">;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
  /** The names of our own games, which can be closed one by one. */
  readonly ownGames: readonly string[];
}

const openRequest = "region.open";
const shownChanges = 50;
const subjectOf = ({ country, product }: ClosureName) => `region:${country}/${product}`;
const iso = (at: Date | null) => at?.toISOString() ?? null;

/** What is closed, for operators: one closes, two open. */
export function regionHandlers(needs: RegionOfficeNeeds): readonly Handler[] {
  const { host, geo, approvals } = needs;
  registerOpening(needs);
  return [
    handle(contract.readRegions, async () => {
      const changes = await closureChanges(host.db, shownChanges);
      return {
        data: {
          closures: geo.closures.active().map(closureView),
          changes: changes.map(({ number, until, at, ...change }) => ({
            ...change,
            number: Number(number),
            until: iso(until),
            at: at.toISOString(),
          })),
        },
      };
    }),
    act(host, contract.closeRegion, async (tx, { operator, input: { body } }) => {
      const { reason, country, product } = body;
      const until = body.until === null ? null : new Date(body.until);
      requireGame(needs, product);
      const name = { country, product };
      const isNew = await geo.closures.close(tx, name, { until, reason, by: operator.name });
      const after = { ...name, until: iso(until) };
      return {
        answer: undefined,
        auditAction: isNew ? { action: "region.close", subject: subjectOf(name), reason, after } : null,
      };
    }),
    act(host, contract.openRegion, async (tx, { operator, input: { body } }) => {
      const { reason, ...name } = body;
      if ((await geo.closures.find(tx, name)) === undefined) fail(closureMissing);
      const asked = { kind: openRequest, subject: subjectOf(name), payload: name, reason };
      const { id, expiresAt, isNew } = await approvals.ask(tx, asked, operator);
      const after = { kind: openRequest, subject: subjectOf(name), payload: name };
      return {
        answer: { data: { request: id, expires_at: expiresAt.toISOString() } },
        auditAction: requestAction({ id, isNew }, reason, after),
      };
    }),
  ];
}

/** Fails with `validation_failed` for a game that does not exist. */
function requireGame({ ownGames }: RegionOfficeNeeds, product: Product): void {
  const game = gameOf(product);
  if (game !== undefined && !ownGames.includes(game))
    fail(validationFailed, { errors: { product: ["product_invalid"] } });
}

const payloadOf = z.object({ country: z.string(), product: contract.productField });

function registerOpening({ geo, approvals, audit }: RegionOfficeNeeds): void {
  approvals.register({
    kind: openRequest,
    permission: "regions.write",
    reads: "regions.read",
    needs: 1,
    async versionOf(on, request) {
      const found = await geo.closures.find(on, z.parse(payloadOf, request.payload));
      return JSON.stringify(found ? factsOf(found) : null);
    },
    async run(tx, request, by) {
      const name = z.parse(payloadOf, request.payload);
      const before = await geo.closures.open(tx, name, { reason: request.reason, by: by.name });
      await audit.record(tx, by, {
        action: openRequest,
        subject: request.subject,
        reason: request.reason,
        before: factsOf(before),
        after: { ...name, request: request.id, asked_by: request.askedName },
      });
    },
  });
}

const factsOf = ({ country, product, since, until }: Closure) => ({
  country,
  product,
  since: since.toISOString(),
  until: iso(until),
});

const closureView = ({ closedBy, ...closure }: Closure): contract.ClosureView => ({
  country: closure.country,
  product: closure.product,
  since: closure.since.toISOString(),
  until: iso(closure.until),
  reason: closure.reason,
  by: closedBy,
});
