import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type Accounts, playerOf } from "#modules/accounts/server/index.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import { type Audit, act, requestAction } from "#modules/audit/server/index.ts";
import type { ErasureRow, Privacy } from "#modules/privacy/server/index.ts";
import { lastMoves } from "#modules/wallet/server/index.ts";
import { erasedAlready, eraseRefused } from "../shared/errors.ts";
import * as contract from "./contract.ts";

export interface EraseNeeds {
  readonly host: Host;
  readonly people: Pick<Accounts["people"], "of">;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
  readonly privacy: Pick<Privacy, "erasures">;
}

const kind = "player.erase";
const payloadOf = z.object({ player: z.string() });
const subjectOf = (player: PlayerId) => `player:${player}`;

/** Erasing a player's personal data: one operator requests it, another approves. */
export function eraseHandlers(needs: EraseNeeds): readonly Handler[] {
  const { host, approvals } = needs;
  const { erasures } = needs.privacy;
  registerErasing(needs);
  return [
    handle(contract.readErasure, async ({ input }) => {
      const { id } = await personOf(needs, playerOf(input.params.id), host.db);
      const erasure = await erasures.of(host.db, id);
      return { data: erasure ? erasureView(erasure) : null };
    }),
    act(host, contract.erasePlayer, async (tx, { operator, input: { params, body } }) => {
      const { id } = await personOf(needs, playerOf(params.id), tx);
      if (await erasures.of(tx, id)) fail(erasedAlready);
      const obstacles = await erasures.obstacles(tx, id);
      if (obstacles.length > 0) fail(eraseRefused, { data: { obstacles } });
      const asked = { kind, subject: subjectOf(id), payload: { player: id }, reason: body.reason };
      const { id: request, expiresAt, isNew } = await approvals.ask(tx, asked, operator);
      const { subject, payload, reason } = asked;
      return {
        answer: { data: { request, expires_at: expiresAt.toISOString() } },
        auditAction: requestAction({ id: request, isNew }, reason, { kind, subject, payload }),
      };
    }),
  ];
}

function registerErasing(needs: EraseNeeds): void {
  const { approvals, audit } = needs;
  const { erasures } = needs.privacy;
  approvals.register({
    kind,
    permission: "players.erase",
    reads: "players.read",
    needs: 1,
    // Any movement of money, an account that was closed and an erasure since: another person was asked about than is erased.
    async versionOf(on, request) {
      const player = playerOf(z.parse(payloadOf, request.payload).player);
      const { closedAt } = await personOf(needs, player, on);
      const erased = await erasures.of(on, player);
      return (
        [closedAt, erased?.erasedAt].map(at => at?.toISOString() ?? "").join(" ") + ` ${await lastMoves(on, player)}`
      );
    },
    async run(tx, request, by) {
      const player = playerOf(z.parse(payloadOf, request.payload).player);
      const { closedAt } = await personOf(needs, player, tx);
      const { keepUntil } = await erasures.erase(tx, player, closedAt, request.id);
      await audit.record(tx, by, {
        action: "player.erase",
        subject: request.subject,
        reason: request.reason,
        after: { request: request.id, asked_by: request.askedName, keep_until: keepUntil?.toISOString() ?? null },
      });
    },
  });
}

async function personOf({ people }: EraseNeeds, player: PlayerId, on: Queryable) {
  return (await people.of([player], on)).get(player) ?? fail(notFound);
}

function erasureView({ erasedAt, request, keepUntil, completedAt }: ErasureRow): contract.ErasureView {
  return {
    erased_at: erasedAt.toISOString(),
    request,
    keep_until: keepUntil?.toISOString() ?? null,
    completed_at: completedAt?.toISOString() ?? null,
  };
}
