import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable } from "#kit/db/db.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { playerOf } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import { type CopyRow, copyLifeMs, copyState, type Privacy } from "#modules/privacy/server/index.ts";
import * as contract from "./contract.ts";
import { type EraseNeeds, eraseHandlers } from "./erase-handlers.ts";

export interface PrivacyOfficeNeeds extends EraseNeeds {
  readonly privacy: Pick<Privacy, "copies" | "erasures">;
}

/** Players' rights to their data, for operators. */
export function privacyOfficeHandlers(needs: PrivacyOfficeNeeds): readonly Handler[] {
  const {
    host,
    people,
    privacy: { copies },
  } = needs;
  const known = async (on: Queryable, id: string) => {
    const player = playerOf(id);
    return (await people.of([player], on)).has(player) ? player : fail(notFound);
  };
  const view = (copy: CopyRow, operator: Uuid) => copyView(copy, operator, host.clock.now());
  return [
    ...eraseHandlers(needs),
    act(host, contract.orderCopy, async (tx, { operator, input: { params, body } }) => {
      const player = await known(tx, params.id);
      const { reason } = body;
      const { copy, isNew } = await copies.order(tx, { player, reason }, operator);
      const entry = { action: "player.copy_order", subject: `player:${player}`, reason, after: { export: copy.id } };
      return { answer: { data: view(copy, operator.id) }, auditAction: isNew ? entry : null };
    }),
    handle(contract.readCopies, async ({ operator, input }) => ({
      data: (await copies.of(await known(host.db, input.params.id))).map(copy => view(copy, operator.id)),
    })),
    act(host, contract.fetchCopy, async (tx, call) => {
      const { copy, text } = await copies.take(tx, call.input.params.id, call.operator);
      call.setHeader("content-disposition", `attachment; filename="fairhouse-player-${copy.id.slice(-6)}.json"`);
      return {
        answer: pieces(text),
        auditAction: {
          action: "player.copy_fetch",
          subject: `player:${copy.playerId}`,
          after: { export: copy.id, sha256: copy.sha256 && toHex(copy.sha256) },
        },
      };
    }),
  ];
}

/** Bytes that are sent at once. */
const pieceSize = 256 * 1024;

/** A piece of a text could end within a character. */
async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += pieceSize) yield bytes.subarray(from, from + pieceSize);
}

function copyView(copy: CopyRow, operator: Uuid, now: number): contract.CopyView {
  const { id, operatorId, operatorName, reason, orderedAt, readyAt, sha256 } = copy;
  return {
    id,
    operator: operatorName,
    mine: operatorId === operator,
    reason,
    state: copyState(copy, now),
    sha256: sha256 && toHex(sha256),
    ordered_at: orderedAt.toISOString(),
    expires_at: readyAt ? new Date(readyAt.getTime() + copyLifeMs).toISOString() : null,
  };
}
