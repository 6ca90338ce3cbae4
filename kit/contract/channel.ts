import type * as z from "zod/mini";

type Schema = z.ZodMiniType;

export interface ChannelSpec {
  /** The name in a subscription: `{"sub": "crash"}`. */
  readonly name: string;
  readonly module: string;
  /** `operator`: on the socket of the back office only, and as its access rule says. */
  readonly caller: "anyone" | "player" | "operator";
  readonly summary: string;
  /** A channel of many, one for each value: `{"sub": "odds.event/m:1"}`. Each has its own snapshot and numbers. */
  readonly parameter?: { readonly name: string; readonly schema: z.ZodMiniType<string> };
  readonly snapshot: Schema;
  readonly events: Readonly<Record<string, Schema>>;
}

export type Channel<S extends ChannelSpec = ChannelSpec> = S & { readonly kind: "channel" };

/** A live channel, declared once: a snapshot on subscribing, then numbered events. */
export function channel<const S extends ChannelSpec>(spec: S): Channel<S> {
  return { ...spec, kind: "channel" };
}

/** The name in a subscription. */
export function channelName({ name }: ChannelSpec, parameter: string | undefined): string {
  return parameter === undefined ? name : `${name}/${parameter}`;
}

export type ChannelSnapshot<S extends ChannelSpec> = z.output<S["snapshot"]>;
export type ChannelEventName<S extends ChannelSpec> = keyof S["events"] & string;
export type ChannelEventData<S extends ChannelSpec, E extends ChannelEventName<S>> = z.output<S["events"][E]>;
/** Any event of a channel. */
export type ChannelEvent<S extends ChannelSpec> = {
  [E in ChannelEventName<S>]: { readonly event: E; readonly data: ChannelEventData<S, E> };
}[ChannelEventName<S>];
