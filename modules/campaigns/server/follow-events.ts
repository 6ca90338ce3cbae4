import { playerRegistered } from "#modules/accounts/shared/events.ts";
import { depositCredited } from "#modules/payments/shared/events.ts";
import { levelReached } from "#modules/vip/shared/events.ts";
import { noteMoment } from "./moment-store.ts";
import type { CampaignNeeds } from "./needs.ts";

/** What campaigns wait for is noted in the transaction in which it happens: a process that is killed forgets nobody. */
export function followEvents({ host: { bus, clock } }: Pick<CampaignNeeds, "host">): void {
  const now = () => new Date(clock.now());
  bus.beforeCommit(playerRegistered, (tx, { player, currency }) =>
    noteMoment(tx, ["registration"], { player, currency }, now()),
  );
  bus.beforeCommit(depositCredited, (tx, { player, currency, isFirst }) =>
    noteMoment(tx, isFirst ? ["deposit", "first_deposit"] : ["deposit"], { player, currency }, now()),
  );
  bus.beforeCommit(levelReached, (tx, { player }) => noteMoment(tx, ["level_up"], { player }, now()));
}
