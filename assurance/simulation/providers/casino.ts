import { createHash } from "node:crypto";
import { Failure } from "#kit/contract/error-code.ts";
import type { Host } from "#kit/host/host.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { providerGame } from "#modules/ledger/shared/chart.ts";
import type { CasinoSeeds } from "#modules/providers/server/casino-seeds.ts";
import type { ProviderNeeds } from "#modules/providers/server/needs.ts";
import { payWin } from "#modules/providers/server/pay-win.ts";
import { placeAndWin, placeBet } from "#modules/providers/server/place-bet.ts";
import type { Provider } from "#modules/providers/server/registry.ts";
import { rollBack } from "#modules/providers/server/roll-back.ts";
import type { GameSession } from "#modules/providers/server/sessions.ts";
import { type SignedCallNeeds, signedCall } from "#modules/providers/server/signed-call.ts";
import { walletBodies } from "#modules/providers/shared/protocol.ts";
import { simulatedGame } from "#modules/providers/testing/simulated-provider.ts";
import type { WalletModel } from "#modules/wallet/testing/model.ts";
import { createMortal, type DatabaseOperations, type Mortal, type SimulatedWorld } from "../server-process.ts";

export const simulatedCalls = ["bet", "bet-win", "win", "rollback"] as const;
export type SimulatedCall = (typeof simulatedCalls)[number];

export interface SentCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Without headers where nothing was decided. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A process of the casino that decides a provider's calls. */
export interface CasinoProcess extends Mortal {
  call(name: SimulatedCall, sent: SentCall): Promise<ReceivedAnswer>;
}

export const key = { id: "k_simulated", secret: "a secret of both companies" };
const providerId = "5f0f1d0a-5a44-4c19-9a71-9d5a6f6f0001" as Uuid;
const [slotStakes, tableStakes] = [
  ["1", "5", "20"],
  ["1", "500"],
];
const slot = simulatedGame("slot", {
  stakes: { RUB: slotStakes, KZT: slotStakes },
  max_win: "50",
  jackpot: { pool: "slots", pot_share: "0.008", reserve_share: "0.002" },
});
const table = simulatedGame("table", {
  kind: "live-casino",
  stakes: { RUB: tableStakes, KZT: tableStakes },
  max_win: "36",
});
export const provider: Provider = {
  id: providerId,
  slug: "simulated",
  title: "Simulated",
  number: 100,
  baseUrl: "https://provider.example",
  frameOrigin: "https://provider.example",
  isOn: true,
  addresses: [],
  callsPerSecond: 1_000,
  version: 1,
  account: providerGame(100),
  keys: [key],
  networks: undefined,
  games: new Map(
    [slot, table].map(manifest => [manifest.game, { slug: manifest.game, manifest, maths: null, isEnabled: true }]),
  ),
};

const walletOperations = {
  faulty: ["placeInRound", "winRound", "rollBack", "refuseBet", "decidedBet"],
  seldom: ["refuseBet", "decidedBet"],
} as const satisfies DatabaseOperations<WalletModel>;
const anyCap = 10n ** 15n;

/** The sessions of a casino: which are live is the simulation's decision. */
export type Sessions = Map<string, GameSession>;

export const sessionOf = (
  { player, currency }: { readonly player: PlayerId; readonly currency: Currency },
  slug: string,
  state: GameSession["state"] = "live",
): GameSession => ({
  tokenHash: `${player}/${slug}`,
  provider: providerId,
  slug,
  player,
  casinoSession: providerId,
  currency,
  country: "KZ",
  state,
});

/** The number of each player's live seed at the slot, as the database has it. */
export type LiveSeeds = Map<PlayerId, number>;

/** A process keeps the seed it has read until an answer says that another one is live. */
function seedsOf(live: LiveSeeds, { coverage }: SimulatedWorld): Pick<CasinoSeeds, "answer" | "forget"> {
  const read = new Map<PlayerId, number>();
  return {
    async answer({ player }, nonce) {
      const seed = read.get(player) ?? required(live.get(player), "a live seed");
      read.set(player, seed);
      const answer = createHash("sha256").update(`${player}:${seed}:${nonce}`).digest("hex").slice(0, 32);
      return { seed, answer };
    },
    forget({ player }) {
      coverage.count("stale seed read again");
      read.delete(player);
    },
  };
}

/** The casino's own code from the signature to the wallet, on the wallet's model. */
export function openCasino(
  world: SimulatedWorld,
  wallet: WalletModel,
  sessions: Sessions,
  live: LiveSeeds,
  onAlarm: (kind: string) => void,
): CasinoProcess {
  const self = createMortal(world);
  const simulatedWallet = self.database("wallet", wallet, walletOperations);
  const registry = { byKey: (id: string) => (id === key.id ? provider : undefined) };
  const alarms = { raise: (_provider: Uuid, kind: string) => onAlarm(kind), settled: async () => undefined };
  const needs = {
    host: self.host,
    wallet: simulatedWallet,
    registry,
    alarms,
    geo: { isOpen: () => true },
    sessions: { find: async (token: string) => sessions.get(token), mayBegin: async () => true },
    seeds: seedsOf(live, world),
    winCap: async () => anyCap,
  } as unknown as ProviderNeeds;
  return { ...self, ...self.mortal({ call: deciding(needs, self.host) }) };
}

function deciding(needs: ProviderNeeds, { clock, failpoints }: Host) {
  const signing = { ...needs, clock, failpoints, limiter: { take: async () => 0 } } as unknown as SignedCallNeeds;
  const decide = {
    bet: (call: Received) => signedCall(signing, call, walletBodies.bet, (...asked) => placeBet(needs, ...asked)),
    "bet-win": (call: Received) =>
      signedCall(signing, call, walletBodies["bet-win"], (...asked) => placeAndWin(needs, ...asked)),
    win: (call: Received) => signedCall(signing, call, walletBodies.win, (...asked) => payWin(needs, ...asked)),
    rollback: (call: Received) =>
      signedCall(signing, call, walletBodies.rollback, (...asked) => rollBack(needs, ...asked)),
  } as const satisfies Record<SimulatedCall, (call: Received) => Promise<string>>;
  return async (name: SimulatedCall, { path, headers, body }: SentCall): Promise<ReceivedAnswer> => {
    const said: Record<string, string> = {};
    const call: Received = {
      headers,
      url: path,
      rawBody: new Uint8Array(Buffer.from(body)),
      ip: "",
      setHeader(header, value) {
        said[header] = String(value);
      },
    };
    try {
      return { status: 200, text: await required(decide[name], "a call")(call), headers: said };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { status: error.error.status, text: error.error.code, headers: {} };
    }
  };
}

type Received = Parameters<typeof signedCall>[1];
