import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import { treePath } from "#kit/fair/hash-tree.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import { feedKeys, readEventProof, type WantedProof } from "#modules/odds/server/index.ts";
import type { MadeRevision, Slip, SlipBooks } from "#modules/wallet/server/index.ts";
import type { getReceiptDays, getSlipProof, ProvenReceipt } from "../shared/proof-contract.ts";
import type { RevisionCause } from "../shared/receipt.ts";
import { type MadeReceipt, makeRevisionReceipt, makeSlipReceipts } from "./make-receipts.ts";
import type { ReceiptSigner } from "./receipt-signer.ts";
import { hashesAt, type ReceiptRow, readDays, readReceipts } from "./receipt-store.ts";

export interface ProofNeeds {
  readonly host: Pick<Host, "db" | "config">;
  readonly books: SlipBooks;
  readonly ids: Bets["ids"];
  readonly signer: ReceiptSigner;
}

/** The proof of a slip. Anyone with its id can read it. */
export async function readSlipProof(
  needs: ProofNeeds,
  { input: { params } }: Call<typeof getSlipProof>,
): Promise<RouteOutput<typeof getSlipProof>> {
  const { host, books, ids, signer } = needs;
  const name = ids.open(params.id) ?? fail(notFound);
  const slip = (await books.named([name])).get(`${name.player}/${name.key}`) ?? fail(notFound);
  const [revisions, stored, [fresh]] = await Promise.all([
    books.revisions(name.player, [name.key]),
    readReceipts(host.db, name.player, name.key),
    makeSlipReceipts(host.db, ids, [slip]),
  ]);
  const made = required(fresh, "a receipt for each slip");
  const prove = (number: number, receipt: MadeReceipt) => proven(needs, stored.get(number), receipt);
  const ofRevision = (each: MadeRevision) => makeRevisionReceipt(ids, Object.assign({ player: name.player }, each));
  const [receipt, ...ofRevisions] = await Promise.all([
    prove(0, made),
    ...revisions.map(each => prove(each.number, ofRevision(each))),
  ]);
  const events = await Promise.all(
    wantedProofs(slip, made, revisions).map(wanted => readEventProof(host.db, wanted, feedKeys(host.config))),
  );
  return {
    data: {
      id: params.id,
      key: signer.publicKey,
      receipt: required(receipt, "a receipt"),
      revisions: ofRevisions,
      stands: {
        status: slip.status,
        revision: slip.revision,
        payout: formatAmount(slip.payout),
        boost: formatAmount(slip.boost),
        cashed_out: formatAmount(slip.cashedOut),
      },
      events: events.flatMap(each => each ?? []),
    },
  };
}

/** The receipt as it was collected; before that as it will be. */
async function proven(
  { host, signer }: ProofNeeds,
  stored: ReceiptRow | undefined,
  { text, hash }: MadeReceipt,
): Promise<ProvenReceipt> {
  if (!stored)
    return {
      text,
      hash: Buffer.from(hash).toString("hex"),
      signature: signer.sign(text).toString("base64url"),
      included: null,
    };
  const { published } = stored;
  return {
    text: stored.text,
    hash: stored.hash,
    signature: stored.signature.toString("base64url"),
    included: published && (await included(host.db, stored.index, published)),
  };
}

async function included(
  db: Host["db"],
  index: number,
  { before, ...day }: NonNullable<ReceiptRow["published"]>,
): Promise<ProvenReceipt["included"]> {
  const path = treePath(index, day.receipts);
  const hashes = await hashesAt(db, day.day, path);
  const steps = path.map(({ side }, at) => ({ side, hash: hashes[at] ?? "" }));
  return Object.assign({ before: before ?? "", index, path: steps }, day);
}

/** For each event: what priced its legs, and the facts that each revision was made with. */
function wantedProofs(
  slip: Slip,
  { positions }: MadeReceipt,
  revisions: readonly MadeRevision[],
): readonly WantedProof[] {
  const events = [...new Set(slip.legs.map(({ event }) => event))];
  return events.map(event => {
    const legs = slip.legs.flatMap((leg, at) => {
      const { position = 0, priced = 0 } = leg.event === event ? (positions[at] ?? {}) : {};
      return leg.event === event ? [{ leg, position, priced }] : [];
    });
    const judgedAt = revisions.map(({ cause }) => (cause as unknown as RevisionCause).positions?.[event] ?? 0);
    return {
      event,
      markets: legs.map(({ leg }) => ({ kind: leg.kind, spec: leg.spec })),
      cuts: [...legs.map(({ position }) => position), ...judgedAt, Number.MAX_SAFE_INTEGER],
      ranges: legs.map(({ position: to, priced }) => ({ from: priced === 0 ? to : priced, to })),
    };
  });
}

const pageSize = 30;

/** The roots of past days. */
export async function listReceiptDays(
  { host, signer }: ProofNeeds,
  { input: { query } }: Call<typeof getReceiptDays>,
): Promise<RouteOutput<typeof getReceiptDays>> {
  const { cursor } = query;
  if (cursor !== undefined && !/^[1-9][0-9]{0,8}$/.test(cursor))
    fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  const days = await readDays(host.db, cursor === undefined ? null : Number(cursor), pageSize + 1);
  const items = days.slice(0, pageSize).map(({ publishedAt, ...day }) => {
    return Object.assign({ published_at: publishedAt.toISOString() }, day);
  });
  return {
    data: {
      key: signer.publicKey,
      items,
      next_cursor: days.length > pageSize ? String(items.at(-1)?.number) : null,
    },
  };
}
