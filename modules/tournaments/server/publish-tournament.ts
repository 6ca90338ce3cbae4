import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Json } from "#kit/std/json.ts";
import type { Approvals, AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import { aloneUpTo } from "#modules/bonuses/shared/terms.ts";
import { tournamentClosed } from "../shared/errors.ts";
import { phaseOf } from "../shared/phase.ts";
import { type NewTournament, setTournamentState, type TournamentRow, tournamentOf } from "./store.ts";

export interface PublishNeeds {
  readonly host: Pick<Host, "clock" | "db">;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
}

export const publishRequest = "tournaments.publish";
export const cancelRequest = "tournaments.cancel";

const named = z.object({ tournament: z.uuid() });
const changes = {
  [publishRequest]: { to: "published", action: "tournaments.publish", from: ["draft"] },
  [cancelRequest]: { to: "cancelled", action: "tournaments.cancel", from: ["draft", "upcoming", "active", "counting"] },
} as const;
export type TournamentRequest = keyof typeof changes;

/** Prizes over what one operator may promise alone are published by a second one; what players see is cancelled by two. */
export function registerChanges({ host, approvals, audit }: PublishNeeds): void {
  for (const kind of [publishRequest, cancelRequest] as const) {
    const { to, action } = changes[kind];
    approvals.register({
      kind,
      permission: "campaigns.start",
      reads: "campaigns.read",
      needs: 1,
      versionOf: async (on, { payload }) => (await tournamentOf(on, z.parse(named, payload).tournament))?.state ?? "",
      async run(tx, request, by) {
        const tournament = await changeable({ host }, tx, z.parse(named, request.payload).tournament, kind);
        await setTournamentState(tx, tournament.id, to, kind === publishRequest ? by.name : null);
        await audit.record(tx, by, {
          action,
          subject: subjectOf(tournament.id),
          reason: request.reason,
          after: { ...termsOf(tournament), asked_by: request.askedName, request: request.id },
        });
      },
    });
  }
}

/** Undefined request: it is done. Otherwise another operator approves it. */
export async function changeTournament(
  needs: PublishNeeds,
  tx: Tx,
  kind: TournamentRequest,
  { id, reason }: { readonly id: string; readonly reason: string },
  by: Asker,
): Promise<{ readonly tournament: TournamentRow; readonly request: AskedRequest | undefined }> {
  const tournament = await changeable(needs, tx, id, kind);
  if (takesTwo(kind, tournament)) {
    const payload = { tournament: tournament.id, ...termsOf(tournament) };
    const content = { kind, subject: subjectOf(tournament.id), payload, reason };
    return { tournament, request: await needs.approvals.ask(tx, content, by) };
  }
  await setTournamentState(tx, tournament.id, changes[kind].to, kind === publishRequest ? by.name : null);
  return { tournament, request: undefined };
}

export const takesTwo = (kind: TournamentRequest, tournament: TournamentRow): boolean =>
  kind === publishRequest ? prizeSum(tournament) > aloneUpTo[tournament.currency] : tournament.state !== "draft";

async function changeable({ host }: Pick<PublishNeeds, "host">, tx: Tx, id: string, kind: TournamentRequest) {
  const tournament = (await tournamentOf(tx, id, "FOR UPDATE OF t")) ?? fail(notFound);
  const phase = phaseOf(tournament, host.clock.now());
  const isLate = kind === publishRequest && tournament.endsAt.getTime() <= host.clock.now();
  const from: readonly string[] = changes[kind].from;
  if (isLate || !from.includes(phase)) fail(tournamentClosed, { data: { state: phase } });
  return tournament;
}

export const subjectOf = (id: string): string => `tournament:${id}`;
export const prizeSum = ({ prizes }: Pick<NewTournament, "prizes">): bigint =>
  prizes.reduce((sum, prize) => sum + prize, 0n);

/** For the audit log and for requests. */
export function termsOf(tournament: NewTournament): Readonly<Record<string, Json>> {
  return {
    name: tournament.title.en,
    scoring: tournament.scoring,
    games: tournament.games.join(", "),
    currency: tournament.currency,
    prizes: tournament.prizes.map(formatAmount).join(", "),
    min_stake: formatAmount(tournament.minStake),
    points: JSON.stringify(tournament.points),
    starts_at: tournament.startsAt.toISOString(),
    ends_at: tournament.endsAt.toISOString(),
  };
}
