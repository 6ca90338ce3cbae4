import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { pageFrom } from "#kit/contract/page-of.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type Accounts, idOf, namesOf } from "#modules/accounts/server/index.ts";
import { clusterStore, readLinks } from "#modules/risk/server/index.ts";
import { linkedFrom, linkKinds } from "#modules/risk/shared/links.ts";
import * as contract from "./cluster-contract.ts";
import { linkView, positionOf, signalViews } from "./handler-views.ts";

const clustersAtOnce = 30;

/** Clusters of linked accounts. */
export function clusterHandlers(needs: {
  readonly host: Host;
  readonly people: Accounts["people"];
}): readonly Handler[] {
  const { host } = needs;
  return [
    handle(contract.readRiskClusters, async ({ input: { query } }) => {
      const at = query.cursor === undefined ? null : positionOf(query.cursor);
      const after = at && { score: at.score, id: at.player };
      const rows = await clusterStore.readClusters(host.db, after, clustersAtOnce + 1);
      const shown = rows.flatMap(({ members }) => members);
      const named = await namesOf(needs, shown);
      const links = await readLinks(host.db, shown, new Date(host.clock.now()));
      const items = rows.map(({ id, size, score, openCases, members, since }) => {
        const own = links.filter(({ from, to }) => [from, to].every(one => members.includes(one as PlayerId)));
        return {
          id,
          size,
          score,
          open_cases: openCases,
          members: members.map(named),
          kinds: linkKinds.filter(kind => own.some(({ kinds }) => kinds.includes(kind))),
          since: since.toISOString(),
        };
      });
      return { data: pageFrom(items, clustersAtOnce, ({ score, id }) => `${score}.${id}`) };
    }),
    handle(contract.readRiskCluster, async ({ input: { params } }) => {
      const id = idOf(params.id);
      const rows = await clusterStore.membersOf(host.db, id);
      if (rows.length === 0) return fail(notFound);
      const players = rows.map(({ playerId }) => playerId);
      const named = await namesOf(needs, [
        ...players,
        ...rows.flatMap(({ signals }) => signals.flatMap(each => each.players as readonly PlayerId[])),
      ]);
      const links = await readLinks(host.db, players, new Date(host.clock.now()));
      const among = links.filter(
        ({ from, to, weight }) => from < to && weight >= linkedFrom && players.includes(to as PlayerId),
      );
      return {
        data: {
          id,
          members: rows.map(({ playerId, score, signals, openCases, since }) => ({
            player: named(playerId),
            score,
            signals: signalViews(signals, named),
            open_cases: openCases,
            since: since.toISOString(),
          })),
          links: among.map(link => linkView(link, named)),
        },
      };
    }),
  ];
}
