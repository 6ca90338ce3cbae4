/** A fact that became true when a transaction committed. Modules above listen; nobody below knows them. */
export interface EventType<Payload> {
  readonly kind: "event";
  readonly name: string;
  readonly module: string;
  readonly summary: string;
  /** Type only; never set. */
  readonly payload?: Payload;
}

export function event<Payload>(spec: { name: string; module: string; summary: string }): EventType<Payload> {
  return { kind: "event", ...spec };
}
