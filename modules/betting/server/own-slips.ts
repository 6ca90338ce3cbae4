import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import { readDecidedMarkets } from "#modules/odds/server/index.ts";
import type { Slip, SlipBooks } from "#modules/wallet/server/index.ts";
import type { BettingSlip, getBettingSlip, getBettingSlips } from "../shared/contract.ts";
import type { BuilderChances } from "./builder-chances.ts";
import { readRules } from "./cash-out-rules.ts";
import { offersNow } from "./current-offer.ts";
import { makeSlipReceipts } from "./make-receipts.ts";
import { slipView } from "./slip-views.ts";

export interface OwnSlipNeeds {
  readonly host: Pick<Host, "db" | "clock">;
  readonly bets: Pick<Bets, "ids">;
  readonly wallet: { readonly slipBooks: SlipBooks };
  readonly chances: BuilderChances;
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
  return { data: await ownView(needs, slip) };
}

/** The slip as its player sees it now. */
export async function ownView(needs: OwnSlipNeeds, slip: Slip): Promise<BettingSlip> {
  return required((await viewsOf(needs, slip.player, [slip]))[0], "a view for each slip");
}

async function viewsOf(
  { host, bets, wallet, chances }: OwnSlipNeeds,
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
  const [offers, rules] = await Promise.all([
    offersNow(host.db, chances, slips, now, markets),
    readRules(host.db, slips),
  ]);
  return slips.map((slip, at) =>
    slipView(
      bets.ids,
      slip,
      required(receipts[at], "a receipt for each slip").hash,
      markets,
      revisions.filter(each => each.slip === slip.key),
      { offer: offers.get(slip.key) ?? null, rule: rules.get(slip.key) ?? null },
      now,
    ),
  );
}
