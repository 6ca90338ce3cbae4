import { block } from "#modules/limits/server/index.ts";
import { limitsChanged, selfExcluded } from "#modules/limits/shared/events.ts";
import type { Person, TestCounter } from "#modules/payments/testing/test-counter.ts";

/** A player takes a break, with what it publishes in its transaction. */
export async function takeBreakOf(
  { host }: Pick<TestCounter, "host">,
  { id: player }: Pick<Person, "id">,
  kind: "time_out" | "self_exclusion",
  ms: number,
): Promise<void> {
  const until = new Date(host.clock.now() + ms);
  await host.db.tx(async tx => {
    await block(tx, player, until, kind);
    if (kind === "self_exclusion") await host.bus.publish(tx, selfExcluded, { player, until });
    await host.bus.publish(tx, limitsChanged, { player, what: "break", until });
  });
}
