import { subscriberOf } from "#kit/http/address.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { foldCode } from "../shared/promo-code.ts";
import { offeredAt, roundsOfOffer } from "./campaign-store.ts";
import { countAttempt, type DigestOf, forgetAttempt, openSharedCode } from "./code-store.ts";
import type { BonusNeeds } from "./needs.ts";

/** Unknown codes of links that one address may look up within an hour: codes could be guessed this way. */
const mostUnknown = 10;

/** The bonus of a promo code in a link, while it can be claimed. Single-use codes are not looked up. */
export async function findPromoCode(
  { host, digestOf }: Pick<BonusNeeds, "host"> & { readonly digestOf: DigestOf },
  code: string,
  address: string,
): Promise<{ readonly type: string; readonly value: string; readonly endsAt: Date } | undefined> {
  const folded = foldCode(code);
  if (folded === undefined) return undefined;
  const now = new Date(host.clock.now());
  const who = [`link:${subscriberOf(address)}`];
  if ((await countAttempt(host.db, who, now)) > mostUnknown) return undefined;
  const found = await openSharedCode(host.db, digestOf(folded), offeredAt(host));
  if (!found) return undefined;
  await forgetAttempt(host.db, who);
  const { percent, amount, currency, endsAt } = found;
  const rounds = await roundsOfOffer(host.db, found);
  if (rounds) return { type: "free_spins", value: String(rounds.count), endsAt };
  return { type: "bonus", value: percent === null ? `${formatAmount(amount)} ${currency}` : `${percent}%`, endsAt };
}
