import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { account, gameResult, inPlay } from "#modules/ledger/shared/chart.ts";
import { type ActiveGrant, bonusShare, collectedGrant } from "#modules/wagering/shared/grant.ts";
import type { Bet, BetWagering } from "../server/port.ts";
import type {
  RollbackAnswer,
  RoundAnswer,
  RoundBet,
  RoundRollback,
  RoundWin,
  WinAnswer,
} from "../server/provider-rounds/port.ts";
import { createModelFreeRounds } from "./model-free-rounds.ts";
import { createModelNonces, staleSeed } from "./model-nonces.ts";
import { type ModelPots, sharesOf, shareTransfers } from "./model-pots.ts";
import { nameOf, type Round, type RoundModelNeeds, type RoundWallet } from "./model-round.ts";
import { createRoundEnds } from "./model-round-ends.ts";
import { createRoundRefusals } from "./model-round-refusals.ts";

/** What a key stands for. */
interface Known {
  readonly hash: string;
  readonly bet?: RoundAnswer;
  readonly win?: WinAnswer;
  readonly rollback?: RollbackAnswer;
  /** The game and currency of a bet that takes nothing. */
  readonly refused?: { readonly game: string; readonly currency: Currency };
  readonly isTombstone?: boolean;
}

export interface RoundModel {
  placeInRound(bet: RoundBet): Promise<RoundAnswer>;
  winRound(win: RoundWin): Promise<WinAnswer>;
  rollBack(rollback: RoundRollback): Promise<RollbackAnswer>;
  refuseBet(bet: RoundBet, reason: string): Promise<RoundAnswer>;
  decidedBet(bet: RoundBet): Promise<RoundAnswer | undefined>;
  /** A grant of so many free rounds; their wins are real money, or are collected for a bonus. */
  grantFree(grant: Uuid, player: PlayerId, count: number, collects?: boolean): void;
  cancelFree(grant: Uuid): void;
  freeLeft(grant: Uuid): number;
  /** What the grant's rounds have collected. */
  freeWon(grant: Uuid): bigint;
  /** The nonces of the next seed begin at 0. False while the player has an open round of the game. */
  startSeed(player: PlayerId, game: string, slug: string, seed: number): boolean;
  /** How many rounds are open. */
  openRoundCount(): number;
  readonly pots: ModelPots;
}

const dayMs = 86_400_000;
const conflict = { kind: "refused", reason: "tx_conflict" } as const;

/** Rounds of providers in the wallet's model. */
export function modelRounds<W extends RoundWallet>(needs: RoundModelNeeds<W>): RoundModel {
  const rounds = new Map<string, Round>();
  const known = new Map<string, Known>();
  const freeRounds = createModelFreeRounds();
  const nonces = createModelNonces();
  const { refusal, mayTake, isCollected } = createRoundRefusals(needs, { rounds, freeRounds, nonces });
  const { count, payShare, end } = createRoundEnds(needs, freeRounds);

  function placeInRound(bet: RoundBet): RoundAnswer {
    const name = nameOf(bet.player, bet.key);
    const before = known.get(name);
    if (before) return repeated(before, bet);
    const wallet = needs.find(bet.player, bet.currency);
    const round = rounds.get(nameOf(bet.player, bet.round.key));
    const said = wallet ? refusal(bet, wallet, round) : { reason: "insufficient_funds", balance: micros(0n) };
    if (said?.reason === staleSeed) return { kind: staleSeed };
    const answer: RoundAnswer =
      said || !wallet
        ? { kind: "refused", reason: "insufficient_funds", balance: null, ...said, replayed: false }
        : { kind: "accepted", bet: accept(bet, wallet, round), replayed: false };
    known.set(name, {
      hash: toHex(bet.requestHash),
      bet: answer,
      ...(said && { refused: { game: bet.game, currency: bet.currency } }),
    });
    return answer;
  }

  function repeated(before: Known, bet: RoundBet): RoundAnswer {
    if (before.isTombstone) return { kind: "refused", reason: "rolled_back", balance: null, replayed: true };
    if (!before.bet || before.hash !== toHex(bet.requestHash)) return { ...conflict, balance: null, replayed: true };
    if (before.bet.kind !== "accepted")
      return before.bet.kind === "refused" ? { ...before.bet, replayed: true } : before.bet;
    return { kind: "accepted", bet: needs.bet(bet.player, bet.key) ?? before.bet.bet, replayed: true };
  }

  function startSeed(player: PlayerId, game: string, slug: string, seed: number): boolean {
    const isOpen = [...rounds].some(
      ([key, round]) => key.startsWith(player) && round.status === "open" && round.game === game && round.slug === slug,
    );
    return nonces.start(player, game, slug, { seed, isOpen });
  }

  function accept(bet: RoundBet, wallet: W, existing: Round | undefined): Bet {
    const { player, key, game, currency, stake, choice, rulesVersion, winCap } = bet;
    const takes = mayTake(bet, wallet, existing);
    const fromBonus = takes && stake > wallet.real ? stake - wallet.real : 0n;
    const number = existing?.grant ?? (isCollected(bet) ? collectedGrant : takes ? wallet.grant?.number : undefined);
    const wagering: BetWagering | undefined =
      number === undefined
        ? undefined
        : {
            grant: number,
            rate: takes ? (bet.rate ?? 0) : 0,
            fromBonus: micros(fromBonus),
            paidBonus: micros(0n),
            counted: micros(0n),
            bonusAfter: micros(wallet.bonus - fromBonus),
            settledBonus: null,
          };
    const round = existing ?? opened(bet);
    if (bet.free) freeRounds.take(bet.free.grant);
    if (bet.nonce) nonces.use(player, game, bet.round.slug, bet.nonce);
    round.bets.push(key);
    round.staked += stake;
    round.fromBonus += fromBonus;
    round.cap += winCap;
    addShares(round, sharesOf(choice), 1n);
    round.grant = number;
    const taken: Bet = {
      player,
      key,
      game,
      currency,
      stake,
      choice,
      rulesVersion,
      winCap: micros(round.cap),
      payout: micros(0n),
      status: "open",
      outcome: null,
      balanceAfter: micros(wallet.real - (stake - fromBonus)),
      settledBalance: null,
      seed: null,
      round: null,
      ...(wagering && { wagering }),
      placedAt: new Date(needs.now()),
      settledAt: null,
    };
    needs.put(taken, null);
    needs.count(wallet, stake, stake - fromBonus);
    needs.recordBet(wallet, taken, "stake", stake - fromBonus, account("player:real"), inPlay(game));
    needs.recordBet(wallet, taken, "bonus_stake", fromBonus, account("player:bonus"), inPlay(game));
    if (wallet.grant && wallet.grant.number === number) wallet.grant = { ...wallet.grant, open: wallet.grant.open + 1 };
    return { ...taken, winCap };
  }

  function addShares(round: Round, { pot, reserve }: Round["shares"], sign: bigint): void {
    round.shares = { pot: round.shares.pot + sign * pot, reserve: round.shares.reserve + sign * reserve };
  }

  function opened({ player, round: { key, slug }, game, currency, exclusive }: RoundBet): Round {
    const round: Round = {
      game,
      slug,
      currency,
      exclusive,
      status: "open",
      bets: [],
      staked: 0n,
      fromBonus: 0n,
      cap: 0n,
      won: 0n,
      held: 0n,
      shares: { pot: 0n, reserve: 0n },
      potWon: 0n,
      grant: undefined,
    };
    rounds.set(nameOf(player, key), round);
    return round;
  }

  function winRound(win: RoundWin): WinAnswer {
    const name = nameOf(win.player, win.key);
    const before = known.get(name);
    if (before)
      return before.win?.kind === "paid" && before.hash === toHex(win.requestHash)
        ? { ...before.win, replayed: true }
        : conflict;
    const round = rounds.get(nameOf(win.player, win.round));
    if (!round || round.game !== win.game) return { kind: "refused", reason: "round_unknown" };
    if (round.currency !== win.currency) return { kind: "refused", reason: "wrong_currency" };
    if (round.status !== "open") return { kind: "refused", reason: "round_closed" };
    if (round.won + win.amount > round.cap || (win.hitsPot && round.shares.pot === 0n))
      return { kind: "refused", reason: "over_cap" };
    const pot = win.hitsPot ? needs.pots.hit(win.player, win.currency, win.key) : null;
    round.potWon += pot ?? 0n;
    const balance = pay(win, round);
    const answer: WinAnswer = { kind: "paid", balance, pot, replayed: false };
    known.set(name, { hash: toHex(win.requestHash), win: answer });
    return answer;
  }

  function pay(win: RoundWin, round: Round): Micros {
    const { player, key, currency, amount, game } = win;
    const wallet = walletOf(player, currency);
    const isAll = round.grant === collectedGrant;
    const share = isAll ? amount : bonusShare(amount, round.staked, round.fromBonus);
    round.won += amount;
    needs.count(wallet, 0n, -(amount - share));
    if (!win.close) {
      round.held += share;
      const credit = {
        owner: player,
        currency,
        amount: micros(amount - share),
        kind: "round_credit",
        reference: key,
      } as const;
      if (amount > share) needs.record(wallet, credit, gameResult(game), account("player:real"));
      return balanceNow(wallet, round.grant, wallet.grant);
    }
    const active = wallet.grant;
    round.status = "closed";
    const paid = share + round.held;
    const bets = betsOf(player, round);
    const before = { real: wallet.real, bonus: wallet.bonus };
    for (const bet of bets) needs.recordBet(wallet, bet, "settle", bet.stake, inPlay(game), gameResult(game));
    const last = bets.at(-1);
    if (last) {
      needs.recordBet(wallet, last, "payout", amount - share, gameResult(game), account("player:real"));
      payShare(wallet, last, paid, "bonus_payout", gameResult(game));
    }
    for (const { kind, amount: share, debit, credit } of shareTransfers(game, round.shares)) {
      const movement = { owner: player, currency, amount: micros(share), kind, reference: key };
      if (share > 0n) needs.record(wallet, movement, debit, credit);
    }
    needs.pots.fill(currency, round.shares);
    for (const bet of bets) {
      const isLast = bet === last;
      const counted = count(wallet, bet);
      end(bet, key, {
        status: "settled",
        payout: micros(isLast ? amount + round.held : 0n),
        outcome: { win: key },
        settledBalance: micros(isLast ? wallet.real : before.real),
        paidBonus: isLast ? paid : 0n,
        counted,
        settledBonus: isLast ? wallet.bonus : before.bonus,
      });
    }
    const balance = balanceNow(wallet, round.grant, active);
    needs.endDue(player, currency);
    return balance;
  }

  const walletOf = (player: PlayerId, currency: Currency): W => {
    const wallet = needs.find(player, currency);
    if (!wallet) throw new Error("a round without a wallet");
    return wallet;
  };

  const betsOf = (player: PlayerId, round: Round): Bet[] =>
    round.bets.map(key => needs.bet(player, key)).filter(bet => bet !== undefined);

  const balanceNow = (wallet: W, grant: number | undefined, active: ActiveGrant | undefined): Micros =>
    micros(wallet.real + (active !== undefined && active.number === grant ? wallet.bonus : 0n));

  function rollBack(rollback: RoundRollback): RollbackAnswer {
    const { player, key, ref, requestHash } = rollback;
    if (key === ref) return conflict;
    const before = known.get(nameOf(player, key));
    if (before)
      return before.rollback?.kind === "rolled_back" && before.hash === toHex(requestHash)
        ? { ...before.rollback, replayed: true }
        : conflict;
    const answer = decideRollback(rollback, known.get(nameOf(player, ref)));
    if (answer.kind === "rolled_back") known.set(nameOf(player, key), { hash: toHex(requestHash), rollback: answer });
    return answer;
  }

  function decideRollback(rollback: RoundRollback, ref: Known | undefined): RollbackAnswer {
    const { player, currency } = rollback;
    if (ref?.win || ref?.rollback) return conflict;
    const wallet = needs.find(player, currency);
    if (!ref) {
      if (!wallet) return { kind: "refused", reason: "wrong_currency" };
      known.set(nameOf(player, rollback.ref), {
        hash: "",
        isTombstone: true,
        refused: { game: rollback.game, currency },
      });
      return { kind: "rolled_back", balance: micros(wallet.real), replayed: false, tombstone: true };
    }
    const bet = ref.refused ?? needs.bet(player, rollback.ref);
    if (!bet || bet.game !== rollback.game) return conflict;
    if (bet.currency !== currency || !wallet) return { kind: "refused", reason: "wrong_currency" };
    const nothing = { kind: "rolled_back", balance: micros(wallet.real), replayed: false, tombstone: false } as const;
    return ref.refused ? nothing : refundRound(rollback, wallet, nothing);
  }

  function refundRound(rollback: RoundRollback, wallet: W, nothing: RollbackAnswer): RollbackAnswer {
    const { player, key, ref, currency, reason } = rollback;
    const bet = needs.bet(player, ref);
    if (!bet || bet.status === "voided") return nothing;
    if (bet.status === "settled") return { kind: "refused", reason: "already_won" };
    const round = rounds.get(nameOf(player, rollback.round.key));
    if (!round?.bets.includes(ref)) return conflict;
    if (round.won > 0n || round.potWon > 0n) return { kind: "refused", reason: "already_won" };
    const fromBonus = bet.wagering?.fromBonus ?? 0n;
    const active = wallet.grant;
    const sameDay = Math.floor(bet.placedAt.getTime() / dayMs) === Math.floor(needs.now() / dayMs);
    needs.count(wallet, sameDay ? -bet.stake : 0n, sameDay ? -(bet.stake - fromBonus) : 0n);
    needs.recordBet(wallet, bet, "void", bet.stake - fromBonus, inPlay(bet.game), account("player:real"));
    payShare(wallet, bet, fromBonus, "bonus_void", inPlay(bet.game));
    if (active && active.number === bet.wagering?.grant) wallet.grant = { ...active, open: active.open - 1 };
    round.bets = round.bets.filter(each => each !== ref);
    round.staked -= bet.stake;
    round.fromBonus -= fromBonus;
    const { cap } = bet.choice as { readonly cap?: string };
    round.cap -= BigInt(cap ?? 0);
    addShares(round, sharesOf(bet.choice), -1n);
    if (round.bets.length === 0) round.status = "void";
    const { grant } = bet.choice as { readonly grant?: Uuid };
    if (grant !== undefined) freeRounds.returnRound(grant);
    end(bet, key, {
      status: "voided",
      payout: bet.stake,
      outcome: { rolled_back: reason },
      settledBalance: micros(wallet.real),
      paidBonus: fromBonus,
      counted: 0n,
      settledBonus: wallet.bonus,
    });
    const balance = balanceNow(wallet, bet.wagering?.grant, active);
    needs.endDue(player, currency);
    return { kind: "rolled_back", balance, replayed: false, tombstone: false };
  }

  return {
    placeInRound: async bet => placeInRound(bet),
    winRound: async win => winRound(win),
    rollBack: async rollback => rollBack(rollback),
    async decidedBet(bet) {
      const before = known.get(nameOf(bet.player, bet.key));
      return before && repeated(before, bet);
    },
    async refuseBet(bet, reason) {
      const name = nameOf(bet.player, bet.key);
      const before = known.get(name);
      if (before) return repeated(before, bet);
      const answer = { kind: "refused", reason, balance: null, replayed: false } as const;
      const refused = { game: bet.game, currency: bet.currency };
      known.set(name, { hash: toHex(bet.requestHash), bet: answer, refused });
      return answer;
    },
    grantFree: (grant, player, count, collects = false) => freeRounds.grant(grant, player, count, collects),
    cancelFree: freeRounds.cancel,
    startSeed,
    freeLeft: freeRounds.left,
    freeWon: freeRounds.won,
    pots: needs.pots,
    openRoundCount: () => [...rounds.values()].filter(({ status }) => status === "open").length,
  };
}
