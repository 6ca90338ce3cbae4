import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { microsPerMinor } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { balanceOf } from "./payouts.ts";
import {
  lockPartner,
  partnerOfPlayer,
  payoutsOf,
  redactPartner as redact,
  redactDestinations,
  setStatus,
} from "./store.ts";

/** Whether the account holder is a partner with money that they can still be paid. Their balance stays as it is until `tx` ends. */
export async function hasPartnerMoney(tx: Tx, player: PlayerId): Promise<boolean> {
  const own = await partnerOfPlayer(tx, player);
  const partner = own && (await lockPartner(tx, own.id));
  if (!partner) return false;
  if ((await payoutsOf(tx, partner.id)).some(({ status }) => status === "requested")) return true;
  return partner.status === "approved" && (await balanceOf(tx, partner)) >= microsPerMinor;
}

/** Nobody could withdraw what a partner without an account earns: their links bring nobody any more. */
export async function endPartner(host: Pick<Host, "clock">, tx: Tx, player: PlayerId): Promise<void> {
  const partner = await partnerOfPlayer(tx, player);
  if (partner?.status !== "approved" && partner?.status !== "applied") return;
  const status = partner.status === "approved" ? "suspended" : "declined";
  const change = { status, at: new Date(host.clock.now()), by: "system", reason: "The account was closed" } as const;
  await setStatus(tx, partner.id, change);
}

/** Whether the partner was paid: who it was is kept as long as the law requires, also of a partner who never played. */
export async function wasPaid(tx: Tx, player: PlayerId): Promise<boolean> {
  const partner = await partnerOfPlayer(tx, player);
  return partner !== undefined && (await payoutsOf(tx, partner.id)).some(({ status }) => status === "paid");
}

/** What they wrote about themself. Code, statements and payouts are accounting records. */
export async function redactPartner(tx: Tx, player: PlayerId): Promise<void> {
  const partner = await partnerOfPlayer(tx, player);
  if (partner) await redact(tx, partner.id);
}

/** Where they were paid. */
export async function redactPayouts(tx: Tx, player: PlayerId): Promise<void> {
  const partner = await partnerOfPlayer(tx, player);
  if (partner) await redactDestinations(tx, partner.id);
}
