import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import { holdOffers, offerHoldsOf, releaseOffers } from "#modules/limits/server/index.ts";
import { readOfferHolds, setOfferHold } from "./contract.ts";

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
}

/** Holds on offers to a player, for operators. */
export function offerHoldHandlers({ host, people }: Needs): readonly Handler[] {
  const known = async (on: Queryable, id: string): Promise<PlayerId> => {
    const player = id as PlayerId;
    return (await people.of([player], on)).has(player) ? player : fail(notFound);
  };
  const viewOf = async (on: Queryable, player: PlayerId) => ({
    holds: (await offerHoldsOf(on, player)).map(({ source, since }) => ({ source, since: since.toISOString() })),
  });
  return [
    handle(readOfferHolds, async ({ input }) => ({
      data: await viewOf(host.db, await known(host.db, input.params.id)),
    })),
    act(host, setOfferHold, async (tx, { input: { params, body } }) => {
      const player = await known(tx, params.id);
      const { held, reason } = body;
      const isNew = held
        ? await holdOffers(tx, player, "operator", new Date(host.clock.now()))
        : await releaseOffers(tx, player, "operator");
      const entry = { action: "limits.offers", subject: `player:${player}`, reason, after: { held } } as const;
      return { answer: { data: await viewOf(tx, player) }, auditAction: isNew ? entry : null };
    }),
  ];
}
