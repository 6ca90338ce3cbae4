import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import manifest from "../module.ts";
import { getOwnProof, getPublications, type OwnProof, type Publication } from "../shared/contract.ts";
import { neighboursOf } from "../shared/tree.ts";
import { type PublishNeeds, publishLiabilities } from "./publish.ts";
import { nodesAt, ownLeaves, type PublicationRow, publications } from "./store.ts";

/** Publications per currency that are shown. */
const shown = 7;

/** Daily publications of player liabilities, and each player's inclusion proof. */
export function createSolvency(host: Host, { wallet }: Pick<PublishNeeds, "wallet">): ServerModule {
  const publish = () => publishLiabilities({ host, wallet });
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    handlers: [
      handle(getPublications, async () => ({ data: (await publications(host.db, shown)).map(publicationView) })),
      handle(getOwnProof, async ({ session }) => ({ data: await proofsOf(host, session.player) })),
    ],
    // Every hour: if no process was running at midnight, the day is published by the next one.
    jobs: [{ name: "solvency-publish", cron: "0 * * * *", run: publish }],
  };
}

function publicationView({ takenAt, total, ...row }: PublicationRow): Publication {
  return { ...row, taken_at: takenAt.toISOString(), total: formatAmount(total) };
}

function proofsOf(host: Host, player: PlayerId): Promise<OwnProof[]> {
  return host.db.tx(
    async tx => {
      const proofs: OwnProof[] = [];
      for (const { leaf, publication } of await ownLeaves(tx, player)) {
        const positions = neighboursOf(leaf.position, publication.players);
        const nodes = await nodesAt(tx, publication, positions);
        const { currency, number, takenAt, players, total, root, chain } = publication;
        proofs.push({
          publication: publicationView({ currency, number, takenAt, players, total, root, chain }),
          leaf: { currency, salt: leaf.salt, player: leaf.playerId, sum: formatAmount(leaf.sum) },
          path: positions.map(({ position }, i) => {
            const { hash, sum } = required(nodes[i], "a tree is whole");
            return { side: position % 2 === 0 ? "left" : "right", hash, sum: formatAmount(sum) };
          }),
        });
      }
      return proofs;
    },
    { isolation: "repeatable read", readOnly: true },
  );
}
