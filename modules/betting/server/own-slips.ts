import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { byteOrderMark, csvLine } from "#kit/std/csv.ts";
import { required } from "#kit/std/invariant.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import { readDecidedMarkets } from "#modules/odds/server/index.ts";
import type { Slip, SlipBooks } from "#modules/wallet/server/index.ts";
import type {
  BettingSlip,
  getBettingSlip,
  getBettingSlips,
  getBettingSlipsFile,
  SlipOutcome,
} from "../shared/contract.ts";
import type { BuilderChances } from "./builder-chances.ts";
import { readRules } from "./cash-out-rules.ts";
import { offersNow, openLegsNow } from "./current-offer.ts";
import { makeSlipReceipts } from "./make-receipts.ts";
import { slipDebts } from "./slip-debts.ts";
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
  const page = {
    isOpen: (query.state ?? "open") === "open",
    limit: pageSize,
    cursor: query.cursor,
    ...filterOf(query),
  };
  const { slips, next } = await needs.wallet.slipBooks.own(session.player, page);
  return { data: { items: await viewsOf(needs, session.player, slips), next_cursor: next } };
}

interface Filter {
  readonly outcome?: SlipOutcome | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const filterOf = ({ outcome, from, to }: Filter) => ({
  outcome,
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
});

/** Rows per chunk of an export. */
const pieceSize = 200;
const columns = [
  "placed_at",
  "id",
  "kind",
  "bets",
  "price",
  "currency",
  "stake",
  "free_bet",
  "status",
  "settled_at",
  "payout",
  "boost",
  "cashed_out",
  "replaces",
] as const satisfies (keyof BettingSlip)[];

/** All of them as a file with English column names for programs, each with its selections; no connection is held between two chunks. */
export async function* slipsFile(
  needs: OwnSlipNeeds,
  { session, input: { query } }: Call<typeof getBettingSlipsFile>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine([...columns, "selections"]);
  let cursor: string | undefined;
  do {
    const page = { ...filterOf(query), limit: pieceSize, cursor };
    const { slips, next } = await needs.wallet.slipBooks.own(session.player, page);
    const rows = await viewsOf(needs, session.player, slips);
    if (rows.length > 0)
      yield rows.map(row => csvLine([...columns.map(name => `${row[name] ?? ""}`), selectionsOf(row)])).join("");
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}

const selectionsOf = ({ legs }: BettingSlip) =>
  legs
    .map(({ event, market, spec, outcome, price }) =>
      [event, market, spec, outcome, price].filter(part => part !== "").join(" "),
    )
    .join("; ");

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

const none = micros(0n);
const noDebts: Awaited<ReturnType<typeof slipDebts>> = new Map();

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
  const legs = await openLegsNow(host.db, slips, now);
  const [offers, rules, debts] = await Promise.all([
    offersNow(host.db, chances, slips, now, { markets, legs }),
    readRules(host.db, slips),
    revisions.some(({ owed }) => owed > 0n) ? slipDebts(host.db, player) : noDebts,
  ]);
  return slips.map((slip, at) =>
    slipView(
      bets.ids,
      slip,
      required(receipts[at], "a receipt for each slip").hash,
      markets,
      revisions.filter(each => each.slip === slip.key),
      {
        offer: offers.get(slip.key) ?? null,
        rule: rules.get(slip.key) ?? null,
        now: legs.get(slip.key) ?? [],
        debt: debts.get(slip.key) ?? none,
      },
      now,
    ),
  );
}
