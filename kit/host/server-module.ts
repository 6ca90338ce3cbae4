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
import type { Handler, Operator, Session } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { SealedColumn } from "./reseal.ts";

/** One module's server side, exported by `server/index.ts`. apps/server composes these. */
export interface ServerModule {
  readonly manifest: Manifest;
  /** Folder of numbered SQL files, `001-name.sql` ..., applied once each under an advisory lock in the schema of the module. */
  readonly migrations?: string;
  /** What the module seals in the database, to be sealed again when the key changes. */
  readonly sealed?: readonly SealedColumn[];
  readonly errors?: readonly ErrorCode[];
  readonly handlers?: readonly Handler[];
  readonly channels?: readonly ChannelSource[];
  readonly jobs?: readonly JobHandler[];
  /** Runs on every call on either transport, before input validation: throws `region_blocked`, `excluded` ... */
  readonly guard?: DispatcherPorts["guard"];
  /** The module's data about a player, for their data export: no internal secrets. */
  personalData?(player: PlayerId): Promise<Json>;
  /** Data that a person has to review before it is handed over with the data above: it may name others or reveal an investigation. */
  reviewedData?(player: PlayerId): Promise<Json>;
  /** Why an account cannot be closed now. The rows it reads stay locked until `tx` ends. */
  closingObstacles?(tx: Tx, player: PlayerId): Promise<readonly ClosingObstacle[]>;
  /** The remaining money of a player whose account is to be closed. */
  closingBalances?(tx: Tx, player: PlayerId): Promise<readonly ClosingBalance[]>;
  /** Takes the remaining money, which the player gives up. After the obstacles were checked. */
  writeOffBalances?(tx: Tx, player: PlayerId): Promise<void>;
  /** Part of closing an account: deletes what need not be retained. The ledger is retained. */
  onAccountClosed?(tx: Tx, player: PlayerId): Promise<void>;
  /** What identifies the account holder if they register again: contacts, identities at sign-in providers. Stored as hashes. */
  identifiers?(tx: Tx, player: PlayerId): Promise<readonly string[]>;
  /** When the player's break or self-exclusion ends, which outlives the account; undefined without one. */
  excludedUntil?(tx: Tx, player: PlayerId): Promise<Date | undefined>;
  /** Why an account cannot be erased now, besides what keeps it from being closed. */
  erasingObstacles?(tx: Tx, player: PlayerId): Promise<readonly ErasingObstacle[]>;
  /** Whether money has moved: the law then requires identity data to be retained for some years. */
  isIdentityRetained?(tx: Tx, player: PlayerId): Promise<boolean>;
  /** Part of erasing a closed account: redacts what closing retained, except what the law requires. */
  onPlayerErased?(tx: Tx, player: PlayerId): Promise<void>;
  /** Redacts what the law required until now. */
  onRetentionEnded?(tx: Tx, player: PlayerId): Promise<void>;
  /** Runs after all migrations, in the order of composition. Starts loops, fills caches. */
  start?(): Promise<void>;
  /** Runs at drain while calls and sockets are still served: starts nothing new, and ends open games in bounded time. */
  drain?(): Promise<void>;
  /** Runs after the drain, in reverse order: open rounds finish or are left for another process. */
  stop?(): Promise<void>;
}

export const closingObstacles = [
  "money",
  "open_bets",
  "open_corrections",
  "open_deposits",
  "open_payouts",
  "open_prizes",
  "partner_balance",
] as const;
export type ClosingObstacle = (typeof closingObstacles)[number];

export const erasingObstacles = [...closingObstacles, "open_debts", "open_holds"] as const;
export type ErasingObstacle = (typeof erasingObstacles)[number];

/** Money of one currency, all wallets together. */
export interface ClosingBalance {
  readonly currency: string;
  /** Decimal, in major units. */
  readonly amount: string;
  /** Too little to be paid out: it may be given up. */
  readonly isSmall: boolean;
}

/** The guards of all modules as one; they run in the order of composition. */
export function guardOf(modules: readonly ServerModule[]): NonNullable<DispatcherPorts["guard"]> {
  const guards = modules.flatMap(({ guard }) => (guard ? [guard] : []));
  return (route, session, call) => {
    const waiting = guards.map(guard => guard(route, session, call)).filter(result => result instanceof Promise);
    return waiting.length === 0 ? undefined : Promise.all(waiting).then(() => undefined);
  };
}

/** How the live server sends an event to a channel's subscribers; with `to`, only to that player's sockets (always, on a player channel). */
export type Broadcast = (event: string, data: unknown, to?: PlayerId, parameter?: string) => void;

/** Messages between the nodes of a cluster about a channel that every node publishes on. On a single node nothing is attached. */
export interface PeerLink {
  /** `to`: only nodes with a socket of this player handle the message. `key`: of queued messages with the same key only the last is sent. */
  attach(send: (message: Json, to?: PlayerId, key?: string) => void): void;
  /** Handles a message from another node; throws if it cannot be parsed. */
  receive(message: unknown): void;
}

/** The source of a channel's snapshots and events. The live server numbers the events. */
export interface ChannelSource {
  readonly channel: Channel;
  /** The rounds whose leader publishes it: other nodes repeat the leader's frames and ask it for snapshots. */
  readonly leader?: string;
  readonly peers?: PeerLink;
  /**
   * The current state. `session` is null for guests. Events published while a promise is pending are held back and follow it. A `Failure` refuses the
   * subscription with its code: a parameter that names nothing is `not_found`.
   */
  snapshot(session: Session | null, parameter?: string): Promise<unknown> | unknown;
  /** The access rule beyond `caller`: asked at each subscription, before the snapshot. Undefined admits. */
  refusal?(
    session: Session | null,
    parameter: string,
    operator?: Operator | null,
  ): Promise<ErrorCode | undefined> | ErrorCode | undefined;
  /** Called once, when the live server attaches the channel. `subscribers`: of a channel with a parameter, by its value. */
  bind(broadcast: Broadcast, subscribers?: Subscribers): void;
}

/** Who follows a channel with a parameter at this node. */
export interface Subscribers {
  values(): readonly string[];
  count(parameter: string): number;
}

/** A channel as its owner uses it. */
export interface LiveChannel<S extends ChannelSpec> extends ChannelSource {
  /** Sends to the subscribers, after commit only. Before the live server is attached it does nothing. */
  publish<E extends ChannelEventName<S>>(event: E, data: ChannelEventData<S, E>, to?: PlayerId): void;
}

/** Creates a channel whose snapshot is a function of the owner's state. */
export function liveChannel<S extends ChannelSpec>(
  channel: Channel<S>,
  snapshot: (session: Session | null) => Promise<ChannelSnapshot<S>> | ChannelSnapshot<S>,
  cluster: Pick<ChannelSource, "leader" | "peers"> = {},
): LiveChannel<S> {
  let broadcast: Broadcast | undefined;
  return {
    ...cluster,
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

/** A channel with a parameter as its owner uses it. */
export interface ParameterChannel<S extends ChannelSpec> extends ChannelSource {
  /** Sends to the subscribers of one value, after commit only. */
  publish<E extends ChannelEventName<S>>(
    parameter: string,
    event: E,
    data: ChannelEventData<S, E>,
    to?: PlayerId,
  ): void;
  /** Values with subscribers. */
  followed(): readonly string[];
  /** Players and guests who follow a value at this node; a player with two pages counts once. */
  followers(parameter: string): number;
}

export interface ParameterChannelOptions<S extends ChannelSpec> {
  readonly snapshot: (session: Session | null, parameter: string) => Promise<ChannelSnapshot<S>> | ChannelSnapshot<S>;
  readonly refusal?: NonNullable<ChannelSource["refusal"]>;
}

/** Creates a channel that exists once for each value of its parameter. */
export function parameterChannel<S extends ChannelSpec>(
  channel: Channel<S>,
  { snapshot, refusal }: ParameterChannelOptions<S>,
): ParameterChannel<S> {
  let broadcast: Broadcast | undefined;
  let subscribers: Subscribers | undefined;
  return {
    channel: channel as unknown as Channel,
    snapshot: (session, parameter = "") => snapshot(session, parameter),
    refusal: (session, parameter, operator) => refusal?.(session, parameter, operator),
    bind(target, given) {
      broadcast = target;
      subscribers = given;
    },
    publish(parameter, event, data, to) {
      broadcast?.(event, data, to, parameter);
    },
    followed: () => subscribers?.values() ?? [],
    followers: parameter => subscribers?.count(parameter) ?? 0,
  };
}

/** A durable job: run at least once, so written to be run twice. */
export interface JobHandler {
  readonly name: string;
  /** Crontab line in UTC for scheduled jobs. */
  readonly cron?: string;
  /** Seconds after the full minute at which a scheduled job starts; 0 if not given. Jobs that read much start apart from each other. */
  readonly second?: number;
  run(payload: unknown): Promise<void>;
}
