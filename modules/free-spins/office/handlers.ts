import { createHash } from "node:crypto";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { type Accounts, idOf, namesOf, playerOf } from "#modules/accounts/server/index.ts";
import { act, requestAction } from "#modules/audit/server/index.ts";
import {
  type CampaignRow,
  cancelCampaign,
  createCampaign,
  type FreeSpins,
  type GrantRow,
  grantPlayers,
  grantsOfCampaign,
  offeredGames,
  ownedGrant,
  readCampaign,
  readCampaigns,
  rtpOf,
  startCampaign,
  startRequest,
  termsOf,
} from "#modules/free-spins/server/index.ts";
import { aloneUpTo, expectedCost } from "#modules/free-spins/shared/campaign.ts";
import * as contract from "./contract.ts";

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly freeSpins: Pick<FreeSpins, "needs">;
}

const most = 200;
const mostGrants = 1_000;

/** Campaigns of free spins, for operators. */
export function freeSpinsHandlers({ host, people, freeSpins: { needs } }: Needs): readonly Handler[] {
  const subjectOf = (id: string) => `campaign:${id}`;
  return [
    handle(contract.readCampaigns, async () => {
      const rows = await readCampaigns(host.db, most);
      const campaigns = await Promise.all(rows.map(row => campaignView(needs, row)));
      return { data: { campaigns, games: offeredGames(needs.providers.registry).map(mutable) } };
    }),
    act(host, contract.createCampaign, async (tx, { operator, input: { body } }) => {
      const { reason, currency, ...terms } = body;
      const id = await createCampaign(needs, tx, { ...terms, currency: currency as Currency }, operator.name);
      const after = { ...terms, wins: terms.wins ?? "real", currency };
      return {
        answer: { data: { id } },
        auditAction: { action: "free_spins.create", subject: subjectOf(id), reason, after },
      };
    }),
    act(host, contract.startCampaign, async (tx, { operator, input: { params, body } }) => {
      const { campaign, request } = await startCampaign(needs, tx, idOf(params.id), body.reason, operator);
      const { reason } = body;
      const answer = { data: { request: request?.id ?? null, expires_at: request?.expiresAt.toISOString() ?? null } };
      const after = termsOf(campaign);
      if (!request)
        return { answer, auditAction: { action: "free_spins.start", subject: subjectOf(campaign.id), reason, after } };
      const payload = { kind: startRequest, subject: subjectOf(campaign.id), payload: after };
      return { answer, auditAction: requestAction(request, reason, payload) };
    }),
    act(host, contract.grantFreeSpins, async (tx, { operator, input: { params, body } }) => {
      const players = body.players.map(playerOf);
      const { granted, skipped } = await grantPlayers(needs, tx, idOf(params.id), players, operator.name);
      // A mass action is one entry: how many, and which by their hash. The grants are rows beside it.
      const ids = createHash("sha256").update(granted.toSorted().join("\n")).digest("hex");
      const after = { players: granted.length, ids_sha256: ids, skipped: skipped.length };
      const { reason } = body;
      return {
        answer: { data: { granted: granted.length, skipped: [...skipped] } },
        auditAction:
          granted.length > 0 ? { action: "free_spins.grant", subject: subjectOf(params.id), reason, after } : null,
      };
    }),
    act(host, contract.cancelCampaign, async (tx, { input: { params, body } }) => {
      const { ended } = await cancelCampaign(needs, tx, idOf(params.id));
      const { reason } = body;
      return {
        answer: { data: { ended } },
        auditAction: { action: "free_spins.cancel", subject: subjectOf(params.id), reason, after: { ended } },
      };
    }),
    handle(contract.readGrants, async ({ input: { params } }) => {
      if (!(await readCampaign(host.db, idOf(params.id)))) fail(notFound);
      const grants = await grantsOfCampaign(host.db, idOf(params.id), mostGrants);
      const nameOf = await namesOf(
        { people },
        grants.map(({ playerId }) => playerId),
      );
      const { left, won } = await countsOf(needs, grants);
      return {
        data: grants.map(({ id, playerId, confirmed, grantedAt, endedAt }) => ({
          id,
          player: nameOf(playerId),
          left: left.get(id) ?? null,
          won: formatAmount(won.get(id) ?? 0n),
          confirmed,
          granted_at: grantedAt.toISOString(),
          ended_at: endedAt?.toISOString() ?? null,
        })),
      };
    }),
  ];
}

const mutable = ({ stakes, ...game }: ReturnType<typeof offeredGames>[number]) => ({
  ...game,
  stakes: Object.fromEntries(Object.entries(stakes).map(([currency, list]) => [currency, [...list]])),
});

async function countsOf({ host, wallet }: FreeSpins["needs"], rows: readonly GrantRow[]) {
  const grants = rows.map(ownedGrant);
  const counted = await wallet.providerRounds.freeGrants(host.db, grants);
  const left = new Map(counted.map(each => [each.grant, each.cancelledAt ? 0 : each.left]));
  return { left, won: await wallet.providerRounds.freeWins(host.db, grants) };
}

async function campaignView(needs: FreeSpins["needs"], row: CampaignRow): Promise<contract.CampaignView> {
  const grants = await grantsOfCampaign(needs.host.db, row.id);
  const { left, won } = await countsOf(needs, grants);
  const provider = needs.providers.registry.byId(row.providerId);
  const isOver = row.expiresAt.getTime() <= needs.host.clock.now();
  const sum = <T extends number | bigint>(of: ReadonlyMap<Uuid, T>) => [...of.values()];
  return {
    id: row.id,
    title: row.title,
    provider: provider?.slug ?? "",
    game: row.gameTitles.en,
    currency: row.currency,
    bet: formatAmount(row.bet),
    count: row.count,
    wins: row.wins,
    cost_cap: formatAmount(row.costCap),
    granted: formatAmount(row.granted),
    reserved: formatAmount(row.reserved),
    expected_cost: formatAmount(expectedCost(row.granted, rtpOf(provider?.games.get(row.gameSlug)))),
    players: grants.length,
    left: sum(left).reduce((all, each) => all + each, 0),
    won: formatAmount(sum(won).reduce((all, each) => all + each, 0n)),
    expires_at: row.expiresAt.toISOString(),
    state: row.state !== "cancelled" && isOver ? "expired" : row.state,
    created_by: row.createdBy,
    opened_by: row.openedBy,
    needs_approval: row.costCap > aloneUpTo[row.currency],
  };
}
