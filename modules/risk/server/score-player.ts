import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { registrationsAround } from "#modules/accounts/server/index.ts";
import { claimedToo, codesTriedBy } from "#modules/bonuses/server/index.ts";
import { recalledDeposits } from "#modules/payments/server/index.ts";
import { linkedFrom } from "../shared/links.ts";
import { burstWithinMs, type Scored, scoreOf } from "../shared/signals.ts";
import type { RiskNeeds } from "./needs.ts";
import { readLinks } from "./read-links.ts";

/** The score of an account now. `bonus`: the one being claimed; else any bonus that a linked account has claimed too counts. */
export async function scorePlayer(
  { exclusionOf }: Pick<RiskNeeds, "exclusionOf">,
  on: Queryable,
  { player, bonus, now }: { readonly player: PlayerId; readonly bonus?: Uuid; readonly now: Date },
): Promise<Scored> {
  const links = await readLinks(on, [player], now);
  const linked = links.filter(({ weight }) => weight >= linkedFrom).map(({ to }) => to as PlayerId);
  const sharing = (kind: "instrument" | "device") =>
    links.filter(({ kinds }) => kinds.includes(kind)).map(({ to }) => to);
  return scoreOf({
    linkedClaims: linked.length === 0 ? [] : await claimedToo(on, { player, bonus: bonus ?? null, others: linked }),
    sharesInstrument: sharing("instrument"),
    sharesDevice: sharing("device"),
    registrations: await registrationsAround(on, player, burstWithinMs),
    isSelfReferred: (await exclusionOf(on, player)) !== null,
    recalledDeposits: await recalledDeposits(on, player),
    codesTried: await codesTriedBy(on, player, now),
  });
}
