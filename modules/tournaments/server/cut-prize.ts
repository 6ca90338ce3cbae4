import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { formatAmount, type Micros, micros, parseDecimal } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import type { AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import { requestStale } from "#modules/approvals/shared/errors.ts";
import type { Notifications } from "#modules/notifications/server/index.ts";
import { tournamentClosed } from "../shared/errors.ts";
import { type PublishNeeds, subjectOf } from "./publish-tournament.ts";
import { cutsOf, hasPrize, rankOf, setPrizeMost, type TournamentRow, tournamentOf } from "./store.ts";
import { lesser } from "./views.ts";

export const cutRequest = "tournaments.cut_prize";

const payloadOf = z.object({
  tournament: z.uuid(),
  player: z.uuid(),
  name: z.string(),
  currency: z.string(),
  prize: z.string(),
  amount: z.string(),
});

export interface Cutting {
  readonly id: string;
  readonly player: PlayerId;
  /** What is left of the prize: above 0 and below what it is. */
  readonly amount: string;
  readonly reason: string;
}

/** What the player's prize is now, while ranks are reviewed and it is not paid. Undefined without one. */
async function openPrize(on: Queryable, tournament: TournamentRow, player: PlayerId): Promise<Micros | undefined> {
  const { id, prizes, state } = tournament;
  if (state !== "review" || (await hasPrize(on, id, player))) fail(tournamentClosed, { data: { state } });
  const rank = await rankOf(on, id, player);
  const full = rank && prizes[rank.place - 1];
  if (full === undefined) return undefined;
  return lesser(full, (await cutsOf(on, id)).get(player));
}

/** A player's prize is cut by two people, before it is paid: the place and everybody else's prize stay. */
export function registerCuts(
  { approvals, audit }: PublishNeeds,
  { notices }: { readonly notices: Pick<Notifications, "give"> },
): void {
  approvals.register({
    kind: cutRequest,
    permission: "campaigns.start",
    reads: "campaigns.read",
    needs: 1,
    async versionOf(on, { payload }) {
      const { tournament: id, player } = z.parse(payloadOf, payload);
      const found = await tournamentOf(on, id);
      const ranks = found?.ranksHash ? toHex(found.ranksHash) : "";
      const most = (await cutsOf(on, id)).get(player as PlayerId);
      const isPaid = await hasPrize(on, id, player as PlayerId);
      return [found?.state, ranks, most ?? "", isPaid].join(" ");
    },
    async run(tx, request, by) {
      const { tournament: id, player: named, amount, prize } = z.parse(payloadOf, request.payload);
      const player = named as PlayerId;
      const tournament = (await tournamentOf(tx, id, "FOR UPDATE OF t")) ?? fail(notFound);
      // Under the tournament's lock: a prize that is being paid holds it, too.
      const present = (await openPrize(tx, tournament, player)) ?? fail(notFound);
      const most = micros(parseDecimal(amount));
      if (most >= present) fail(requestStale);
      await setPrizeMost(tx, { id, player, most, reason: request.reason });
      await notices.give(tx, {
        player,
        kind: "tournament_prize_cut",
        data: { tournament: id, titles: tournament.title, amount: formatAmount(most), currency: tournament.currency },
        source: `tournament_prize_cut:${request.id}`,
      });
      await audit.record(tx, by, {
        action: "tournaments.cut_prize",
        subject: subjectOf(id),
        reason: request.reason,
        before: { player, prize },
        after: { player, prize: formatAmount(most), asked_by: request.askedName, request: request.id },
      });
    },
  });
}

/** Asks for it. Fails with `not_found`, `tournament_closed`, `validation_failed` (`amount_invalid`). */
export async function askCut(
  { approvals }: PublishNeeds,
  tx: Tx,
  { id, player, amount, reason }: Cutting,
  by: Asker,
): Promise<AskedRequest> {
  const tournament = (await tournamentOf(tx, id, "FOR UPDATE OF t")) ?? fail(notFound);
  const prize = (await openPrize(tx, tournament, player)) ?? fail(notFound);
  const most = parseDecimal(amount);
  if (most <= 0n || most >= prize) fail(validationFailed, { errors: { amount: ["prize_not_cut"] } });
  const { currency, title } = tournament;
  const payload = { tournament: id, player, name: title.en, currency, prize: formatAmount(prize), amount };
  return approvals.ask(tx, { kind: cutRequest, subject: subjectOf(id), payload, reason }, by);
}
