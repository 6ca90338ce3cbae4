import { fail } from "#kit/contract/error-code.ts";
import { notFound, unavailable } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { withdrawDuel as withdrawDuelCall } from "../shared/contract.ts";
import { duelTaken } from "../shared/errors.ts";
import { numberOf } from "./join-duel.ts";
import type { PlayNeeds } from "./open-duel.ts";
import type { StoredDuel } from "./store.ts";

/**
 * Takes an own duel back while the second seat is free: decided in one synchronous step. A repeat gets the same answer. Fails:
 * `unavailable`, `not_found` (also for another player's), `duel_taken`.
 */
export async function withdrawDuel(
  needs: Pick<PlayNeeds, "store" | "sitting">,
  call: Call<typeof withdrawDuelCall>,
): Promise<RouteOutput<typeof withdrawDuelCall>> {
  const { player } = call.session;
  const sitting = needs.sitting() ?? fail(unavailable, { retryAfter: 1 });
  const number = numberOf(call.input.params.id);
  const duel = sitting.duels.live.get(number);
  if (duel?.stored.opener === player && duel.seat === "free") {
    duel.seat = "withdrawn";
    await sitting.duels.giveBack([duel], "withdrawn");
    return answerOf(duel.stored);
  }
  const stored = duel?.stored ?? (await needs.store.duels([number]))[0];
  if (stored?.opener !== player) fail(notFound);
  return stored.state === "refunded" && stored.reason === "withdrawn" ? answerOf(stored) : fail(duelTaken);
}

function answerOf({ number, currency, stake }: StoredDuel): RouteOutput<typeof withdrawDuelCall> {
  return { data: { id: `duels-${number}`, currency, refunded: formatAmount(stake) } };
}
