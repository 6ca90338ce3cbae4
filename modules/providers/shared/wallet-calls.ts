import * as z from "zod/mini";
import {
  currencyField,
  freeGrantView,
  gameField,
  localeField,
  nonceField,
  poolField,
  profileView,
  stakeField,
  tokenField,
  uuidField,
  winField,
  wordField,
} from "./wire.ts";

/** Provider to casino: `POST /provider-wallet/v1/{name}`. Unknown keys are refused. */

const named = { tx: uuidField, game: gameField, player: uuidField };
const inRound = { ...named, round: uuidField, currency: currencyField };

const stakeFields = {
  session: tokenField,
  /** What is taken: "0" of a `free` bet. */
  amount: stakeField,
  /** The stake that the largest win multiplies: of a `buy` the spin's, of a `free` round the grant's. */
  base: stakeField,
  kind: z.enum(["stake", "free", "buy", "side"], "kind_invalid"),
  /** Named by games with seeds: taken once, each larger than the one before. */
  nonce: z.optional(nonceField),
  /** With `free`, and only with it. */
  free_grant: z.optional(uuidField),
  /** The part of the stake that goes to pots. */
  jackpots: z.optional(
    z.array(z.strictObject({ pool: poolField, contribution: winField })).check(z.maxLength(4, "jackpots_invalid")),
  ),
  /** The bet was placed by autoplay. */
  auto: z.optional(z.boolean("auto_invalid")),
} as const;

export const authenticateBody = z.strictObject({ ...named, launch: tokenField });
export const balanceBody = z.strictObject({ game: gameField, player: uuidField, session: tokenField });
export const betBody = z.strictObject({ ...inRound, ...stakeFields });
export const winBody = z.strictObject({
  ...inRound,
  /** The amount of this win; "0" is usual. */
  amount: winField,
  /** Ends the round: each of its bets is settled. */
  close: z.boolean("close_invalid"),
  /** The pot that was hit: the casino pays what is in it. */
  jackpot: z.optional(poolField),
});
export const betWinBody = z.strictObject({ ...inRound, ...stakeFields, win: winField });
export const rollbackBody = z.strictObject({
  ...inRound,
  /** The `tx` of the bet. */
  ref: uuidField,
  reason: wordField,
});

export type AuthenticateBody = z.output<typeof authenticateBody>;
export type BalanceBody = z.output<typeof balanceBody>;
export type BetBody = z.output<typeof betBody>;
export type WinBody = z.output<typeof winBody>;
export type BetWinBody = z.output<typeof betWinBody>;
export type RollbackBody = z.output<typeof rollbackBody>;

const used = z.object({ real: winField, bonus: winField });

/** What `ok` carries in addition to `status`. A refusal carries `status`, and `balance` where it is known. */
export const okFields = {
  authenticate: z.object({
    session: tokenField,
    player: uuidField,
    nick: z.string(),
    currency: currencyField,
    balance: winField,
    country: z.string(),
    profile: profileView,
    locale: localeField,
    /** Limits of one stake, in the session's currency. */
    limits: z.object({ min: stakeField, max: stakeField, win_cap: winField }),
    free_rounds: z.array(freeGrantView),
  }),
  balance: z.object({ balance: winField, currency: currencyField }),
  bet: z.object({
    balance: winField,
    used,
    /** With a `nonce`: 32 hexadecimal digits, the first 16 bytes of HMAC-SHA256(the casino's seed, `fwp-1:{game}:{nonce}`). */
    answer: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
  }),
  win: z.object({
    balance: winField,
    /** With a pot: what was in it, and has been paid. */
    jackpot: z.optional(winField),
  }),
  "bet-win": z.object({ balance: winField, used }),
  rollback: z.object({ balance: winField }),
} as const;

const betRefusals = [
  "insufficient_funds",
  "round_open",
  "nonce_used",
  "win_cap",
  "player_blocked",
  "limit_reached",
  "reality_check",
  "stake_out_of_limits",
  "too_fast",
  "game_disabled",
  "session_ended",
  "session_replaced",
  "free_rounds_over",
  "wrong_currency",
  "round_closed",
  "rolled_back",
  "tx_conflict",
] as const;

/** The statuses besides `ok`. */
export const refusalsOf = {
  authenticate: ["launch_used", "launch_expired", "player_blocked", "game_disabled", "tx_conflict"],
  balance: ["session_ended"],
  bet: betRefusals,
  win: ["round_unknown", "round_closed", "over_cap", "wrong_currency", "tx_conflict"],
  "bet-win": betRefusals,
  rollback: ["already_won", "wrong_currency", "tx_conflict"],
} as const;
export type WalletCallName = keyof typeof refusalsOf;
export type BetRefusal = (typeof betRefusals)[number];

/** What each status means, for the printed document. */
export const statusNotes: Readonly<Record<string, string>> = {
  ok: "done, or done before by the same `tx` and body",
  launch_used: "the launch token has opened a session already",
  launch_expired: "the launch token is unknown, older than 60 s, or its player has signed out since",
  session_ended: "the session is unknown or over; one is over after 24 hours at the latest",
  session_replaced: "the player has opened the game somewhere else since",
  player_blocked: "excluded, on a break, closed, unverified where that is required, or in a country that is closed",
  limit_reached: "a limit of the player or of the operator is reached",
  reality_check: "a reality check is waiting for the player's response",
  insufficient_funds: "the balance is below the stake",
  stake_out_of_limits:
    "the stake, its base, its kind or its contribution is not one that the game offers to this player",
  too_fast: "sooner after the last round than the region's profile allows",
  game_disabled: "the game or its provider takes no stakes now",
  wrong_currency: "not the currency of the session, of the round or of the bet",
  round_open: "the player has another open round of this game",
  round_closed: "the round has ended",
  round_unknown: "no bet of this player opened this round",
  nonce_used: "not above the last nonce of this player and game; nothing was taken",
  win_cap: "the largest win times `base` is over the casino's cap",
  over_cap: "the round would pay more than its bets may win; nothing moves, two operators decide",
  free_rounds_over: "the grant is unknown, used up, cancelled or expired, or has another stake",
  rolled_back: "a rollback of this bet came first, or has returned it since",
  already_won: "the round has been paid: nothing is rolled back, the casino raises an alert",
  tx_conflict: "this `tx` came before with another body, or names something else; nothing moves",
};
