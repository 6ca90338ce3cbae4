import type { Queryable } from "#kit/db/db.ts";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { PersonRow } from "./people-store.ts";

/** A player in a row of a list. */
export interface NamedPlayer {
  readonly id: PlayerId;
  readonly name: string;
  readonly test: boolean;
}

interface People {
  of(players: readonly PlayerId[], on?: Queryable): Promise<ReadonlyMap<PlayerId, PersonRow>>;
}

/** The names of the players in some rows, read in one query. */
export async function namesOf(
  { people }: { readonly people: People },
  players: readonly PlayerId[],
  on?: Queryable,
): Promise<(id: PlayerId) => NamedPlayer> {
  const rows = await people.of(players, on);
  return id => ({ id, name: rows.get(id)?.name ?? "—", test: rows.get(id)?.isTest ?? false });
}

/** An id that the contract has validated. */
export function idOf(text: string): Uuid {
  return required(parseUuid(text), "checked by the contract");
}

export function playerOf(text: string): PlayerId {
  return idOf(text) as string as PlayerId;
}
