import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import { type DecidedMarket, readDecidedMarkets, readLegs } from "#modules/odds/server/index.ts";
import type { Slip, SlipBooks } from "#modules/wallet/server/index.ts";
import type { BettingSlip, getBettingSlip, getBettingSlips } from "../shared/contract.ts";
import { offerOf } from "./cash-out-offer.ts";
import { makeSlipReceipts } from "./make-receipts.ts";
import { slipView } from "./slip-views.ts";

export interface OwnSlipNeeds {
  readonly host: Pick<Host, "db" | "clock">;
  readonly bets: Pick<Bets, "ids">;
  readonly wallet: { readonly slipBooks: SlipBooks };
}

const pageSize = 20;

/** A page of the caller's slips, newest first. */
export async function listSlips(
  needs: OwnSlipNeeds,
  { session, input: { query } }: Call<typeof getBettingSlips>,
): Promise<RouteOutput<typeof getBettingSlips>> {
  const page = { isOpen: (query.state ?? "open") === "open", limit: pageSize, cursor: query.cursor };
  const { slips, next } = await needs.wallet.slipBooks.own(session.player, page);
  return { data: { items: await viewsOf(needs, session.player, slips), next_cursor: next } };
}

/** One slip of the caller; those of others are not found. */
export async function readSlip(
  needs: OwnSlipNeeds,
  { session, input: { params } }: Call<typeof getBettingSlip>,
): Promise<RouteOutput<typeof getBettingSlip>> {
  const name = needs.bets.ids.open(params.id);
  if (name?.player !== session.player) fail(notFound);
  const slip = (await needs.wallet.slipBooks.named([name])).get(`${name.player}/${name.key}`) ?? fail(notFound);
  const [view] = await viewsOf(needs, session.player, [slip]);
  return { data: view ?? fail(notFound) };
}

async function viewsOf(
  { host, bets, wallet }: OwnSlipNeeds,
  player: PlayerId,
  slips: readonly Slip[],
): Promise<BettingSlip[]> {
  const [markets, receipts, revisions] = await Promise.all([
    readDecidedMarkets(host.db, [...new Set(slips.flatMap(({ legs }) => legs.map(({ market }) => market)))]),
    makeSlipReceipts(host.db, bets.ids, slips),
    wallet.slipBooks.revisions(
      player,
      slips.map(({ key }) => key),
    ),
  ]);
  const now = host.clock.now();
  const offers = await offersOf(host, slips, markets, now);
  return slips.map((slip, at) =>
    slipView(
      bets.ids,
      slip,
      required(receipts[at], "a receipt for each slip").hash,
      markets,
      revisions.filter(each => each.slip === slip.key),
      offers.get(slip.key) ?? null,
      now,
    ),
  );
}

/** What cash-outs of the open slips would pay now, by their keys. */
async function offersOf(
  { db }: OwnSlipNeeds["host"],
  slips: readonly Slip[],
  markets: ReadonlyMap<bigint, DecidedMarket>,
  now: number,
): Promise<ReadonlyMap<string, Micros>> {
  const open = slips.filter(({ status }) => status === "open");
  const wanted = open.flatMap(({ legs }) =>
    legs.map(({ event, kind, spec, outcome }) => ({ event, kind, spec, outcome })),
  );
  const read = wanted.length > 0 ? await readLegs(db, wanted, new Date(now)) : [];
  const offers = new Map<string, Micros>();
  let first = 0;
  for (const slip of open) {
    const offer = offerOf(slip, markets, read.slice(first, first + slip.legs.length), now);
    if (offer !== undefined) offers.set(slip.key, offer);
    first += slip.legs.length;
  }
  return offers;
}
