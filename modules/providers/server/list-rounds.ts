import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { ProviderRound } from "#modules/wallet/server/index.ts";
import type { OwnRound } from "../shared/wire.ts";
import type { ProviderNeeds } from "./needs.ts";

const pageSize = 50;

/** A page of a player's rounds at providers, newest first. The cursor is when the last one of the page began. */
export async function listRounds(
  needs: ProviderNeeds,
  player: PlayerId,
  { cursor }: { readonly cursor?: string | undefined },
): Promise<{ items: OwnRound[]; next_cursor: string | null }> {
  const before = cursor === undefined ? undefined : new Date(cursor);
  if (before && Number.isNaN(before.getTime())) fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  const rounds = await needs.wallet.providerRounds.rounds({ player, limit: pageSize + 1, ...(before && { before }) });
  const page = rounds.slice(0, pageSize);
  const stored = await storedRecords(needs, page);
  return {
    items: page.map(round => lineOf(needs, round, stored.has(round.key))),
    next_cursor: rounds.length > pageSize ? (page.at(-1)?.openedAt.toISOString() ?? null) : null,
  };
}

export function lineOf(
  { registry }: Pick<ProviderNeeds, "registry">,
  round: ProviderRound,
  hasProof: boolean,
): OwnRound {
  return {
    id: round.key,
    provider: registry.byAccount(round.game)?.slug ?? round.game,
    game: round.slug,
    currency: round.currency,
    state: round.status,
    has_proof: hasProof,
    stake: formatAmount(round.staked),
    from_bonus: formatAmount(round.fromBonus),
    win: formatAmount(round.won),
    jackpot: formatAmount(round.potWon),
    started_at: round.openedAt.toISOString(),
    ended_at: round.closedAt?.toISOString() ?? null,
  };
}

/** The rounds among these whose public record is stored. */
export async function storedRecords(
  { host }: Pick<ProviderNeeds, "host">,
  rounds: readonly ProviderRound[],
): Promise<ReadonlySet<string>> {
  const { rows } = await host.db.query<{ round: string }>(
    "SELECT round FROM providers.records WHERE round = ANY ($1::uuid[])",
    [rounds.map(({ key }) => key)],
  );
  return new Set(rows.map(({ round }) => round));
}
