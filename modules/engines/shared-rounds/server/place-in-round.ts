import { type ErrorCode, Failure, fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { RouteSpec } from "#kit/contract/route.ts";
import type { Session } from "#kit/http/handler.ts";
import type { Micros, Ratio } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import { currencyRefusal, refusalOf, requestHash, roundRefusal } from "#modules/bets/server/index.ts";
import { bettingClosed, currencyRequired } from "#modules/bets/shared/errors.ts";
import type { RoundFacts } from "#modules/fairness/server/index.ts";
import { rateOf } from "#modules/wagering/shared/grant.ts";
import type { Bet, WalletPort } from "#modules/wallet/server/port.ts";
import type { LiveRound } from "./live-round.ts";
import type { Reserved } from "./roster.ts";

export interface PlaceNeeds<Round> {
  readonly wallet: Pick<WalletPort, "bet" | "place">;
  /** Name of the sequence and of its betting window. */
  readonly name: string;
  readonly rulesVersion: string;
  live(): Round | undefined;
  chainOf(round: bigint): Promise<RoundFacts>;
}

interface PlaceCall {
  readonly session: Pick<Session, "player" | "currency">;
  readonly key: Uuid;
  readonly input: { readonly body: { readonly currency?: string | undefined; readonly round?: number | undefined } };
}

/** A stake as the game has read and checked it. */
export interface RoundStake<Terms> {
  readonly route: Pick<RouteSpec, "method" | "path">;
  readonly game: string;
  readonly stake: Micros;
  readonly choice: Json;
  readonly winCap: Micros;
  /** What the bet returns of its stake on average; without it the bet takes no bonus money. */
  readonly returned?: Ratio;
  /** What a stake without a refusal reserves: the largest payout it can have, and the bet as the rules see it. */
  readonly reserves: () => Omit<Reserved<Terms>, "currency">;
  /** The game's own refusal. */
  readonly refusal: Failure | undefined;
  /** The player has made all bets of the round. */
  readonly tooMany: ErrorCode;
}

/** The round of this process and the player's currency. Fails, in this order: `unavailable` (another process runs the rounds), `currency_required`. */
export function roundFor<Round>(needs: PlaceNeeds<Round>, { session }: Pick<PlaceCall, "session">) {
  const round = needs.live() ?? fail(unavailable, { retryAfter: 1 });
  const currency: Currency = session.currency ?? fail(currencyRequired);
  return { round, currency };
}

/**
 * Takes a stake into the round that is betting; the betting window in the database decides whether it was in time. Fails, in this order:
 * `currency_changed`, the game's refusal, too many bets, `betting_closed`, then what the wallet refuses. A repeat gets its first answer.
 */
export async function placeInRound<Terms>(
  needs: PlaceNeeds<unknown>,
  call: PlaceCall,
  { round, currency }: { readonly round: LiveRound<string, Terms, unknown>; readonly currency: Currency },
  of: RoundStake<NoInfer<Terms>>,
): Promise<{ bet: Bet; chain: RoundFacts }> {
  const { wallet, name, rulesVersion } = needs;
  const { body } = call.input;
  const own = { player: call.session.player, key: call.key };
  const refusal =
    currencyRefusal(body.currency, currency) ??
    of.refusal ??
    (round.roster.isFull(own) ? new Failure(of.tooMany) : undefined) ??
    // The betting window in the database decides; bets that arrive while it is closing are refused earlier, so that a burst cannot delay the closing.
    (round.state === "betting" ? roundRefusal(body.round, round.number) : new Failure(bettingClosed));
  // A repeated request gets its first answer, also when the round has filled or changed since; its stake may still be being taken.
  if (refusal && !(await wallet.bet(own.player, own.key, { waits: true }))) throw refusal;

  if (!refusal) round.roster.reserve(own, { currency, ...of.reserves() });
  const answer = await wallet.place({
    player: own.player,
    key: own.key,
    requestHash: requestHash(of.route, body),
    game: of.game,
    currency,
    stake: of.stake,
    choice: of.choice,
    rulesVersion,
    winCap: of.winCap,
    ...(of.returned && { rate: rateOf(of.returned) }),
    bettingWindow: { name, round: round.number },
  });
  const isOfRound = answer.kind === "accepted" && answer.bet.round?.number === round.number;
  if (!isOfRound) round.roster.release(own);
  if (answer.kind === "refused") throw refusalOf(answer);
  const { bet } = answer;
  if (isOfRound && bet.status === "open" && round.roster.admit(bet)) round.feed.joined(bet);
  const chain = isOfRound ? round.chain : await needs.chainOf(required(bet.round, "a bet has a round").number);
  return { bet, chain };
}
