import { uuidV5 } from "#kit/host/uuid-v5.ts";
import { formatAmount, type Micros, micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import { collectedGrant, rateOf } from "#modules/wagering/shared/grant.ts";
import type { Bet, RoundAnswer, RoundBet } from "#modules/wallet/server/index.ts";
import { regionProfile } from "../shared/region-profiles.ts";
import type { BetBody, BetRefusal, BetWinBody } from "../shared/wallet-calls.ts";
import type { ProviderNeeds } from "./needs.ts";
import { publishedReturnOf } from "./published-return.ts";
import type { Provider, ProviderGame } from "./registry.ts";
import type { GameSession } from "./sessions.ts";
import { type Reply, undecided } from "./signed-call.ts";
import { productOf } from "./stakeable.ts";
import { stakeRange } from "./stakes.ts";

const uuid = (text: string): Uuid => required(parseUuid(text), "checked by the schema");
export const playerOf = (text: string) => uuid(text) as string as PlayerId;
export const keyOf = (provider: Provider, tx: string): Uuid => uuidV5(provider.id, uuid(tx));
export const roundName = (provider: Provider, body: { round: string; game: string }) => {
  const provided = uuid(body.round);
  return { key: uuidV5(provider.id, provided), slug: body.game, provided };
};

/**
 * Takes a stake. A known `tx` is answered before anything is looked at; then session, game, region, stake and cap are checked here and
 * everything of the player (funds, limits, breaks, time) in the statement that takes the money.
 */
export async function placeBet(
  needs: ProviderNeeds,
  provider: Provider,
  body: BetBody,
  requestHash: Uint8Array,
): Promise<Reply> {
  const answer = await decide(needs, provider, body, requestHash);
  return betReply(answer);
}

/** A bet and the win that closes its round. The win plays no part in whether the stake is taken, as long as its bet may win it. */
export async function placeAndWin(
  needs: ProviderNeeds,
  provider: Provider,
  body: BetWinBody,
  requestHash: Uint8Array,
): Promise<Reply> {
  const { win, ...bet } = body;
  const amount = parseDecimal(win);
  const answer = await decide(needs, provider, bet, requestHash, amount);
  if (answer.kind !== "accepted") return betReply(answer);
  const key = keyOf(provider, body.tx);
  const paid = await needs.wallet.winRound({
    player: playerOf(body.player),
    key: uuidV5(key, "win"),
    requestHash,
    round: roundName(provider, body).key,
    game: provider.account,
    currency: body.currency as Currency,
    amount,
    close: true,
  });
  if (paid.kind === "refused") return { status: "rolled_back" };
  return { status: "ok", balance: formatAmount(paid.balance), used: usedOf(answer.bet) };
}

async function decide(
  needs: ProviderNeeds,
  provider: Provider,
  body: BetBody,
  requestHash: Uint8Array,
  win?: Micros,
): Promise<RoundAnswer> {
  const game = provider.games.get(body.game);
  const session = await needs.sessions.find(body.session);
  const asked = await askedBet(needs, provider, game, body, requestHash);
  const isOwn = session?.provider === provider.id && session.player === body.player && session.slug === body.game;
  const reason =
    (isOwn ? sessionRefusal(session) : "session_ended") ??
    (await gameRefusal(needs, provider, game, required(session, "an own session"), body, asked, win));
  if (reason === undefined) return take(needs, provider, body, asked);
  const known = await needs.wallet.decidedBet(asked);
  if (known) return known;
  // Written under the key: another copy of the call that was judged while the session was live is not taken after this answer.
  if (isOwn) return needs.wallet.refuseBet(asked, reason);
  return { kind: "refused", reason, balance: null, replayed: false };
}

/** Another seed is live than was known here: its answer is another one. Twice in a row does not happen by chance. */
async function take(
  needs: ProviderNeeds,
  provider: Provider,
  body: BetBody,
  asked: RoundBet,
  tries = 3,
): Promise<RoundAnswer> {
  const owner = { player: asked.player, provider: provider.id, slug: body.game };
  const named = body.nonce === undefined ? undefined : await needs.seeds.answer(owner, body.nonce);
  // Under which pair the provider would draw is not known.
  if (body.nonce !== undefined && !named) return needs.wallet.refuseBet(asked, "game_disabled");
  const bet: RoundBet =
    named && body.nonce !== undefined
      ? {
          ...asked,
          nonce: { seed: named.seed, nonce: body.nonce },
          choice: { ...(asked.choice as object), answer: named.answer, seed: named.seed },
        }
      : asked;
  const answer = await needs.wallet.placeInRound(bet);
  if (answer.kind !== "stale_seed") return answer;
  needs.seeds.forget(owner);
  return tries > 0 ? take(needs, provider, body, asked, tries - 1) : undecided();
}

async function askedBet(
  needs: ProviderNeeds,
  provider: Provider,
  game: ProviderGame | undefined,
  body: BetBody,
  requestHash: Uint8Array,
): Promise<RoundBet> {
  const currency = body.currency as Currency;
  const [stake, base] = [parseDecimal(body.amount), parseDecimal(body.base)];
  const cap = game ? largestWin(game, base) : micros(0n);
  const shares = game && sharesOf(game, stake, body);
  const most = game ? (stakeRange(game, currency)?.max ?? micros(0n)) : micros(0n);
  const grant = body.free_grant === undefined ? undefined : uuid(body.free_grant);
  const returned = game && publishedReturnOf(game.manifest, body.kind);
  return {
    player: playerOf(body.player),
    key: keyOf(provider, body.tx),
    requestHash,
    game: provider.account,
    currency,
    stake,
    round: roundName(provider, body),
    ...(game && returned && stake > 0n && { product: productOf(game), rate: rateOf(returned) }),
    choice: {
      tx: body.tx,
      round: body.round,
      slug: body.game,
      kind: body.kind,
      base: body.base,
      cap: String(cap),
      ...(body.nonce !== undefined && { nonce: body.nonce }),
      ...(grant !== undefined && { grant }),
      ...(shares && { pot: String(shares.pot), reserve: String(shares.reserve) }),
    },
    rulesVersion: `${body.game}@${game?.maths?.slice(0, 16) ?? "stated"}`,
    winCap: cap,
    mostCap: game ? await needs.winCap(currency, most) : micros(0n),
    exclusive: game?.manifest.kind !== "live-casino",
    ...(shares && { shares }),
    ...(body.kind === "free" && grant !== undefined && { free: { grant, stake: base } }),
  };
}

function sessionRefusal(session: GameSession | undefined): BetRefusal | undefined {
  if (session?.state === "replaced") return "session_replaced";
  return session?.state === "live" ? undefined : "session_ended";
}

async function gameRefusal(
  needs: ProviderNeeds,
  provider: Provider,
  game: ProviderGame | undefined,
  session: GameSession,
  body: BetBody,
  asked: RoundBet,
  win: Micros | undefined,
): Promise<BetRefusal | undefined> {
  if (!provider.isOn || !game?.isEnabled) return "game_disabled";
  if (!needs.geo.isOpen(session.country, "casino")) return "player_blocked";
  if (session.currency !== body.currency) return "wrong_currency";
  const profile = regionProfile(session.country, game.manifest.kind);
  if (!isOffered(game, asked, body) || (body.auto && !profile.autoplay) || (body.kind === "buy" && !profile.buy))
    return "stake_out_of_limits";
  if (win !== undefined && win > asked.winCap) return "win_cap";
  if (asked.winCap > asked.mostCap) return "win_cap";
  if (await needs.sessions.mayBegin(session, asked.round.key, profile.min_round_ms)) return undefined;
  return (await needs.wallet.decidedBet(asked)) ? undefined : "too_fast";
}

/** Whether the stake, its base, its kind and its contributions are of this game. */
function isOffered(game: ProviderGame, { stake, shares }: RoundBet, body: BetBody): boolean {
  const { kind, base: written, free_grant, jackpots = [] } = body;
  const base = parseDecimal(written);
  const range = stakeRange(game, body.currency as Currency);
  if (!range || base < range.min || base > range.max || base === 0n) return false;
  if (range.listed && !range.listed.includes(base)) return false;
  if ((kind === "free") !== (free_grant !== undefined)) return false;
  if (kind === "free" ? stake !== 0n : stake === 0n) return false;
  if (kind === "stake" && stake !== base) return false;
  if (kind === "buy" && !game.manifest.modes.some(({ buy }) => buy !== undefined && multiple(base, buy) === stake))
    return false;
  const said = jackpots.reduce((sum, { contribution }) => sum + parseDecimal(contribution), 0n);
  const ours = shares ? shares.pot + shares.reserve : 0n;
  return said === ours && jackpots.every(({ pool }) => pool === game.manifest.jackpot?.pool);
}

/** The shares of the manifest, and no others: cut to whole micro-units. */
function sharesOf({ manifest: { jackpot } }: ProviderGame, stake: Micros, { kind }: BetBody) {
  if (!jackpot || kind === "free" || kind === "side") return undefined;
  return { pot: multiple(stake, jackpot.pot_share), reserve: multiple(stake, jackpot.reserve_share) };
}

export function largestWin({ manifest }: ProviderGame, base: Micros): Micros {
  return multiple(base, manifest.max_win);
}

/** `floor(amount * factor)`, the factor a decimal. */
function multiple(amount: Micros, factor: string): Micros {
  const [whole = "0", fraction = ""] = factor.split(".");
  return micros((amount * BigInt(whole + fraction)) / 10n ** BigInt(fraction.length));
}

function betReply(answer: RoundAnswer): Reply {
  if (answer.kind === "stale_seed") return undecided();
  if (answer.kind === "refused") {
    const balance = answer.balance === null ? undefined : formatAmount(answer.balance);
    return { status: answer.reason, balance };
  }
  const { bet } = answer;
  const { answer: word } = bet.choice as Readonly<Record<string, Json>>;
  const { wagering } = bet;
  const bonus = wagering && wagering.grant !== collectedGrant ? wagering.bonusAfter : 0n;
  const balance = micros(bet.balanceAfter + bonus);
  return { status: "ok", balance: formatAmount(balance), used: usedOf(bet), answer: word };
}

/** Which money the stake was: what a rollback gives back. */
function usedOf({ stake, wagering }: Bet): { real: string; bonus: string } {
  const fromBonus = wagering?.fromBonus ?? micros(0n);
  return { real: formatAmount(micros(stake - fromBonus)), bonus: formatAmount(fromBonus) };
}
