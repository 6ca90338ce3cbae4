import type { Tx } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { type CampaignRow, readCampaign, reservedFor, setReserved } from "./store.ts";

/** Rounds of a campaign of free spins, reserved for the bonus campaign that gives them. */
export interface Reservation {
  readonly campaign: Uuid;
  readonly holder: Uuid;
}

/**
 * Makes the reservation what its holder still needs, as far as the cost cap has room. While any rounds are reserved, only holders give rounds of the campaign: a player gets them once, and another
 * bonus would take them from who was promised them.
 *
 * @param needed read while the campaign is locked, so that no grant of it is in between
 * @returns what is reserved now
 */
export async function reserveRounds(
  tx: Tx,
  { campaign: id, holder }: Reservation,
  needed: (tx: Tx) => Promise<bigint>,
): Promise<Micros> {
  const campaign = await readCampaign(tx, id, "FOR UPDATE");
  if (!campaign) return micros(0n);
  const held = await reservedFor(tx, id, holder);
  const room = roomFor(campaign, held);
  const wanted = campaign.state === "cancelled" ? 0n : await needed(tx);
  const value = micros(wanted < room ? wanted : room);
  if (value !== held) await setReserved(tx, { campaign: id, holder }, held, value);
  return value;
}

/** What a holder can give, of stakes: what nobody else has reserved. */
export const roomFor = ({ costCap, granted, reserved }: CampaignRow, held: Micros): bigint =>
  costCap - granted - (reserved - held);
