/** An event that happened when a transaction committed. Higher modules subscribe; lower modules do not depend on them. */
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
