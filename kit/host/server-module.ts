import type {
  Channel,
  ChannelEventData,
  ChannelEventName,
  ChannelSnapshot,
  ChannelSpec,
} from "#kit/contract/channel.ts";
import type { ErrorCode } from "#kit/contract/error-code.ts";
import type { Manifest } from "#kit/contract/manifest.ts";
import type { Tx } from "#kit/db/db.ts";
import type { DispatcherPorts } from "#kit/http/dispatcher.ts";
import type { Handler, Session } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";

/** One module's server side, as `server/index.ts` makes it. apps/server composes these; nothing else knows them all. */
export interface ServerModule {
  readonly manifest: Manifest;
  /** Folder of numbered SQL files, `001-name.sql` ..., run once each under an advisory lock into the schema of the module. */
  readonly migrations?: string;
  readonly errors?: readonly ErrorCode[];
  readonly handlers?: readonly Handler[];
  readonly channels?: readonly ChannelSource[];
  readonly jobs?: readonly JobHandler[];
  /** Asked about every call on either door, before its input is looked at: throws `region_blocked`, `excluded` ... */
  readonly guard?: DispatcherPorts["guard"];
  /** What the module knows of a person, for the copy that he may ask for: nothing that is secret of the house. */
  personalData?(player: PlayerId): Promise<Json>;
  /** Why an account cannot be closed now. What is looked at stays as it is until `tx` ends. */
  closingObstacles?(tx: Tx, player: PlayerId): Promise<readonly ClosingObstacle[]>;
  /** What is left of a player's money when his account is to be closed. */
  closingRests?(tx: Tx, player: PlayerId): Promise<readonly ClosingRest[]>;
  /** Takes what is left, because its player gives it up. After obstacles were looked at. */
  giveUpRests?(tx: Tx, player: PlayerId): Promise<void>;
  /** Part of closing an account: lets go of what need not be kept. Books are kept. */
  onAccountClosed?(tx: Tx, player: PlayerId): Promise<void>;
  /** Runs after all migrations, in the order of composition. Starts loops, fills caches. */
  start?(): Promise<void>;
  /** Runs at drain while calls and sockets are still answered: begins nothing new, and ends in bounded time what players are in. */
  drain?(): Promise<void>;
  /** Runs after the drain, in the reverse order: open rounds finish or are left for another process. */
  stop?(): Promise<void>;
}

export const closingObstacles = ["money", "open_bets", "open_deposits", "open_payouts"] as const;
export type ClosingObstacle = (typeof closingObstacles)[number];

/** Money of one currency, all purses together. */
export interface ClosingRest {
  readonly currency: string;
  /** Decimal, in major units. */
  readonly amount: string;
  /** Too little to be paid out: it may be given up. */
  readonly isSmall: boolean;
}

/** The guards of all modules as one; each is asked in the order of composition. */
export function guardOf(modules: readonly ServerModule[]): NonNullable<DispatcherPorts["guard"]> {
  const guards = modules.flatMap(({ guard }) => (guard ? [guard] : []));
  return (route, session, call) => {
    const waiting = guards.map(guard => guard(route, session, call)).filter(result => result instanceof Promise);
    return waiting.length === 0 ? undefined : Promise.all(waiting).then(() => undefined);
  };
}

/** How the live server sends an event to a channel's subscribers; with `to`, only to that player's own sockets (always, on a channel for players). */
export type Broadcast = (event: string, data: unknown, to?: PlayerId) => void;

/** Where a channel's snapshots come from and its events go out. The live server numbers the events. */
export interface ChannelSource {
  readonly channel: Channel;
  /** The state now. `session` is null for guests. Events told while a promise is pending are held back and follow it. */
  snapshot(session: Session | null): Promise<unknown> | unknown;
  /** Called once, when the live server takes the channel on. */
  bind(broadcast: Broadcast): void;
}

/** A channel as its owner uses it. */
export interface LiveChannel<S extends ChannelSpec> extends ChannelSource {
  /** Tells the subscribers, after commit only. Before the live server is there it goes nowhere. */
  publish<E extends ChannelEventName<S>>(event: E, data: ChannelEventData<S, E>, to?: PlayerId): void;
}

/** Makes a channel whose snapshot is a function of the owner's state. */
export function liveChannel<S extends ChannelSpec>(
  channel: Channel<S>,
  snapshot: (session: Session | null) => Promise<ChannelSnapshot<S>> | ChannelSnapshot<S>,
): LiveChannel<S> {
  let broadcast: Broadcast | undefined;
  return {
    channel: channel as unknown as Channel,
    snapshot,
    bind(target) {
      broadcast = target;
    },
    publish(event, data, to) {
      broadcast?.(event, data, to);
    },
  };
}

/** A durable job: run at least once, so written to be run twice. */
export interface JobHandler {
  readonly name: string;
  /** Crontab line in UTC for jobs that run by the clock. */
  readonly cron?: string;
  run(payload: unknown): Promise<void>;
}
