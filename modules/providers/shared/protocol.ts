import type * as z from "zod/mini";
import * as provider from "./provider-calls.ts";
import * as wallet from "./wallet-calls.ts";

/** The calls of `fwp-1` as data: what is mounted, sent, checked and printed. */

export const walletBase = "/provider-wallet/v1";
export const providerBase = "/provider/v1";

/** Provider to casino, all by POST. */
export const walletBodies = {
  authenticate: wallet.authenticateBody,
  balance: wallet.balanceBody,
  bet: wallet.betBody,
  win: wallet.winBody,
  "bet-win": wallet.betWinBody,
  rollback: wallet.rollbackBody,
} as const satisfies Record<wallet.WalletCallName, z.ZodMiniType>;

export const walletSummaries: Readonly<Record<wallet.WalletCallName, string>> = {
  authenticate: "Turns a launch token into a session. The token counts once, within 60 s of the launch",
  balance: "The balance, to be shown",
  bet: "Takes a stake before the outcome exists. Unknown after 3 s: roll back, never repeat",
  win: "Pays, and with `close` ends the round. Unknown: repeat until `ok`",
  "bet-win": "Both in one call, for providers that draw first. Whether the stake is taken does not depend on the win",
  rollback: "Returns a bet, whether it has arrived or not. Unknown: repeat until answered",
};

export interface ProviderCall {
  readonly method: "GET" | "POST";
  /** Under {@link providerBase}. */
  readonly path: string;
  readonly summary: string;
  readonly query?: string;
  readonly body?: z.ZodMiniType;
  readonly reply: z.ZodMiniType;
}

/** Casino to provider. */
export const providerCalls = {
  games: { method: "GET", path: "/games", summary: "The games on offer", reply: provider.gamesReply },
  tables: {
    method: "GET",
    path: "/tables",
    summary:
      "The live tables as a lobby shows them: whether bets are open, who is there, the last results. Providers without tables answer with none",
    reply: provider.tablesReply,
  },
  "maths-log": {
    method: "GET",
    path: "/maths-log",
    query: "cursor?",
    summary: "Every version of every game's math, appended and never changed",
    reply: provider.mathsLogReply,
  },
  launch: {
    method: "POST",
    path: "/launch",
    summary: "The address of a frame",
    body: provider.launchBody,
    reply: provider.launchReply,
  },
  "rounds/{round}": { method: "GET", path: "/rounds/:round", summary: "One round", reply: provider.roundReply },
  "rounds/open": {
    method: "GET",
    path: "/rounds/open",
    query: "player",
    summary: "A player's open rounds",
    reply: provider.openRoundsReply,
  },
  "rounds/{round}/finish": {
    method: "POST",
    path: "/rounds/:round/finish",
    summary: "Ends a round by its neutral rule",
    body: provider.finishBody,
    reply: provider.finishReply,
  },
  seeds: {
    method: "GET",
    path: "/seeds",
    query: "player, game",
    summary: "The provider's commitments for a player and game, made at the first request",
    reply: provider.seedsReply,
  },
  "seeds/client": {
    method: "POST",
    path: "/seeds/client",
    summary: "Sets the client seed",
    body: provider.clientSeedBody,
    reply: provider.seedsReply,
  },
  "seeds/rotate": {
    method: "POST",
    path: "/seeds/rotate",
    summary:
      "Casino and provider reveal their seeds and make the next ones current. A repeat with the same `casino_seed` gets the same response",
    body: provider.rotateBody,
    reply: provider.rotateReply,
  },
  "free-rounds": {
    method: "POST",
    path: "/free-rounds",
    summary: "Announces a grant; a repeat is the same grant",
    body: provider.freeRoundsBody,
    reply: provider.freeRoundsReply,
  },
  "free-rounds/{grant}/cancel": {
    method: "POST",
    path: "/free-rounds/:grant/cancel",
    summary: "Cancels a grant: no new round starts, a started one ends",
    body: provider.cancelFreeRoundsBody,
    reply: provider.cancelFreeRoundsReply,
  },
  chat: {
    method: "GET",
    path: "/chat",
    query: "reported?, cursor?",
    summary: "Messages of this casino's players at live tables; with `reported=1` only reported ones",
    reply: provider.chatReply,
  },
  "chat/{message}/remove": {
    method: "POST",
    path: "/chat/:message/remove",
    summary: "Removes a message from the provider's chat; a repeat changes nothing",
    body: provider.removeMessageBody,
    reply: provider.removeMessageReply,
  },
  "chat/mute": {
    method: "POST",
    path: "/chat/mute",
    summary: "Mutes a player of this casino at live tables, or ends the mute",
    body: provider.muteBody,
    reply: provider.muteReply,
  },
  statement: {
    method: "GET",
    path: "/statement",
    query: "from, to, cursor?",
    summary: "Every transaction whose state became final between two instants",
    reply: provider.statementReply,
  },
} as const satisfies Record<string, ProviderCall>;
export type ProviderCallName = keyof typeof providerCalls;
