import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Flags } from "#modules/flags/server/index.ts";
import { limitsChanged } from "#modules/limits/shared/events.ts";
import manifest from "../module.ts";
import {
  collectRain as collectCall,
  getRoom,
  listShowableBets,
  postMessage,
  reportMessage as reportCall,
} from "../shared/contract.ts";
import { chatClosed, chatErrors } from "../shared/errors.ts";
import { slowSeconds } from "../shared/message-rules.ts";
import { type BudgetNeeds, registerBudgets } from "./budgets.ts";
import { createGifts, type Gifts } from "./gifts.ts";
import { createModeration, type Moderation } from "./moderate.ts";
import { collectRain, endOverdueRains, endRain, endRainJob, type RainNeeds } from "./rain.ts";
import { reportMessage } from "./report-message.ts";
import { RoomBoard } from "./room-board.ts";
import { type ShownBetNeeds, showableBets } from "./shown-bets.ts";
import { deleteMessagesBefore, forgetPlayer, personalData } from "./store.ts";
import { standingOf, writeMessage } from "./write-message.ts";

export type { Gifts } from "./gifts.ts";
export { chatInvariants } from "./invariants.ts";
export type { Moderation } from "./moderate.ts";
export { leftOf } from "./rain-store.ts";

/** How long messages are kept for moderators. */
const keepMs = 30 * 86_400_000;

export interface CommunityChat extends ServerModule {
  /** For the back office. */
  readonly moderation: Moderation;
  /** Budgets, rains and tips, for the back office. */
  readonly gifts: Gifts;
}

interface Needs extends Omit<BudgetNeeds, "host"> {
  readonly accounts: Pick<Accounts, "publicProfiles">;
  readonly conditions: RainNeeds["conditions"];
  readonly verification: RainNeeds["verification"];
  /** What operators switch while the site runs; the defaults unless given. */
  readonly flags?: Pick<Flags, "declare">;
  readonly bets: ShownBetNeeds["bets"];
  readonly wallet: BudgetNeeds["wallet"] & RainNeeds["wallet"] & ShownBetNeeds["wallet"];
  /** Of two linked players one takes part in a rain; without this port no players are linked. */
  readonly linkedAccounts?: RainNeeds["linkedAccounts"];
  /** Levels of the VIP club, shown beside names; without it there are none. */
  readonly levelsOf?: (players: readonly PlayerId[]) => Promise<ReadonlyMap<PlayerId, number>>;
}

/** Between processes: the player who began a break. */
const breakTopic = "community-chat.break";

/** Chat rooms of players, one for each language. */
export function createCommunityChat(host: Host, given: Needs): CommunityChat {
  const { accounts, linkedAccounts = async () => new Map() } = given;
  const { levelsOf = async () => new Map() } = given;
  const board = new RoomBoard({ host, publicProfiles: accounts.publicProfiles, levelsOf });
  const needs = { ...given, host, board, linkedAccounts };
  registerBudgets(needs);
  const isClosed = async (player: Parameters<RoomBoard["isClosedTo"]>[0] | undefined) =>
    player !== undefined && (await board.isClosedTo(player));
  const pauseSeconds =
    given.flags?.declare({ name: "chat.pause_seconds", type: "integer", initial: slowSeconds, least: 1, most: 600 }) ??
    (() => slowSeconds);
  let stopListening = () => {};
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: chatErrors,
    channels: [board.channel],
    moderation: createModeration(host, board),
    gifts: createGifts(needs),
    handlers: [
      handle(getRoom, async ({ session, input, ip }) => {
        const player = session?.player;
        if (await isClosed(player)) fail(chatClosed);
        const messages = await board.latest(input.params.room);
        const present = board.presence.of(input.params.room);
        const you = player === undefined ? null : await standingOf(needs, player, pauseSeconds(ip));
        return { data: { messages, present, you } };
      }),
      handle(postMessage, async ({ session: { player }, input: { params, body }, ip }) => {
        const key = required(parseUuid(body.key), "checked by the contract");
        const message = await writeMessage(needs, {
          player,
          room: params.room,
          key,
          text: body.text,
          bet: body.bet,
          pauseSeconds: pauseSeconds(ip),
        });
        const [view] = await board.viewsOf([message]);
        return { data: required(view, "a view for each row") };
      }),
      handle(listShowableBets, async ({ session: { player, currency } }) => ({
        data: currency ? await showableBets(needs, player, currency) : [],
      })),
      handle(reportCall, async ({ session: { player }, input }) => {
        if (await isClosed(player)) fail(chatClosed);
        await reportMessage(host, { player, id: input.params.id, reason: input.body.reason });
        return undefined;
      }),
      handle(collectCall, async ({ session: { player }, input: { params } }) => {
        await collectRain(needs, required(parseUuid(params.id), "checked by the contract"), player);
        return undefined;
      }),
    ],
    jobs: [
      { name: endRainJob, run: payload => endRain(needs, (payload as { readonly rain: Uuid }).rain) },
      { name: "community-chat-overdue", cron: "* * * * *", run: () => endOverdueRains(needs) },
      {
        name: "community-chat-sweep",
        cron: "17 4 * * *",
        run: () => deleteMessagesBefore(host.db, new Date(host.clock.now() - keepMs)),
      },
    ],
    async start() {
      await board.start();
      // The player's pages may be connected to other processes.
      const stops = [
        host.bus.beforeCommit(limitsChanged, async (tx, { player, what }) => {
          if (what === "break") await host.signals.send(tx, breakTopic, player);
        }),
        host.signals.on(breakTopic, player => board.close(player as PlayerId)),
      ];
      stopListening = () => {
        for (const stop of stops) stop();
      };
    },
    async stop() {
      stopListening();
      board.stop();
    },
    personalData: player => personalData(host.db, player),
    onAccountClosed: forgetPlayer,
  };
}
