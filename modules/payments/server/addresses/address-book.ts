import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { type PlayerId, parseUuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import * as contract from "../../shared/address-contract.ts";
import { addressNotAllowed, instrumentCooling, tooManyAddresses } from "../../shared/errors.ts";
import { coolingMs } from "../payouts/payout-checks.ts";
import { noteInstrument } from "../payouts/store.ts";
import type { RailDestination, Rails } from "../rails.ts";
import * as store from "./store.ts";

interface BookNeeds {
  readonly host: Host;
  readonly rails: Rails;
}

export function addressHandlers(needs: BookNeeds): readonly Handler[] {
  const { host } = needs;
  const now = () => new Date(host.clock.now());
  return [
    handle(contract.getAddressBook, async ({ session }) => ({ data: await bookOf(host.db, session.player, now()) })),
    handle(contract.saveAddress, async ({ session, input }) => ({
      data: await save(needs, session.player, input.body, now()),
    })),
    handle(contract.removeAddress, async ({ session, input }) => {
      const id = required(parseUuid(input.params.id), "checked by the contract");
      return {
        data: await host.db.tx(async tx => {
          await store.holdBook(tx, session.player);
          if (!(await store.deleteAddress(tx, session.player, id))) fail(notFound);
          return bookOf(tx, session.player, now());
        }),
      };
    }),
    handle(contract.switchAllowList, async ({ session, input }) => ({
      data: await host.db.tx(async tx => {
        const before = await store.holdBook(tx, session.player);
        await store.setAllowList(tx, session.player, switched(before, input.body.on, now()));
        return bookOf(tx, session.player, now());
      }),
    })),
  ];
}

/** On takes effect at once; off a day after the first request. */
function switched(before: store.AllowListRow, on: boolean, now: Date): store.AllowListRow {
  if (on) return { isOn: true, offFrom: null };
  if (!isOn(before, now)) return { isOn: false, offFrom: null };
  return { isOn: true, offFrom: before.offFrom ?? new Date(now.getTime() + coolingMs) };
}

function isOn(list: store.AllowListRow, now: Date): boolean {
  return list.isOn && (list.offFrom === null || list.offFrom > now);
}

/** Fails with `validation_failed` (`method_unknown`, `address_invalid`), `too_many_addresses`. */
async function save(
  { host, rails }: BookNeeds,
  player: PlayerId,
  entry: { readonly method_hash: string; readonly address: string; readonly name: string },
  now: Date,
): Promise<contract.AddressBook> {
  const rail = rails.get(entry.method_hash);
  if (!rail) return fail(validationFailed, { errors: { method_hash: ["method_unknown"] } });
  const destination = await rail.destination(entry.address);
  if (!destination) return fail(validationFailed, { errors: { address: ["address_invalid"] } });
  return host.db.tx(async tx => {
    const list = await store.holdBook(tx, player);
    const known = await store.addressesOf(tx, player);
    const isNew = !known.some(each => each.rail === rail.name && each.token === destination.token);
    if (isNew && known.length >= contract.mostAddresses)
      fail(tooManyAddresses, { data: { most: contract.mostAddresses } });
    const usableFrom = isOn(list, now) ? new Date(now.getTime() + coolingMs) : now;
    const { address, name } = { address: entry.address.trim(), name: entry.name.trim() };
    const row = { id: host.ids.next(), playerId: player, rail: rail.name, ...destination, address, name };
    await store.putAddress(tx, { ...row, addedAt: now, usableFrom });
    // Saving an address starts its cooling day; without this it would start with the first payout.
    const seen = { id: host.ids.next(), player, provider: rail.name, method: rail.name, now };
    await noteInstrument(tx, { ...seen, ...destination });
    return bookOf(tx, player, now);
  });
}

async function bookOf(on: Queryable, player: PlayerId, now: Date): Promise<contract.AddressBook> {
  const rows = await store.addressesOf(on, player);
  const list = await store.allowListOf(on, player);
  const active = isOn(list, now);
  return {
    addresses: rows.map(row => ({
      id: row.id,
      method_hash: row.rail,
      address: row.address,
      name: row.name,
      added_at: row.addedAt.toISOString(),
      usable_from: new Date(usableFromOf(row, active)).toISOString(),
    })),
    allow_list: { on: active, off_from: active ? (list.offFrom?.toISOString() ?? null) : null },
  };
}

/** What the payout asks: the list's waiting time while it is on, and the day of every card or address after the first. */
function usableFromOf({ addedAt, usableFrom, newSince }: store.SavedAddressRow, isListOn: boolean): number {
  const byList = (isListOn ? usableFrom : addedAt).getTime();
  return newSince ? Math.max(byList, newSince.getTime() + coolingMs) : byList;
}

/** Fails with `address_not_allowed` or `instrument_cooling` while the allow-list is on and the address is not on it, or still cooling. */
export async function checkAllowList(tx: Tx, player: PlayerId, destination: RailDestination, now: Date): Promise<void> {
  if (!isOn(await store.holdBook(tx, player), now)) return;
  const saved = (await store.addressesOf(tx, player)).find(
    each => each.rail === destination.rail.name && each.token === destination.token,
  );
  if (!saved) return fail(addressNotAllowed);
  if (saved.usableFrom > now) fail(instrumentCooling, { data: { from: saved.usableFrom.toISOString() } });
}
