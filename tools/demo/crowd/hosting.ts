import { formatAmount, micros } from "#kit/money/amount.ts";
import { roomColours, roomLimits } from "#modules/games/rooms/shared/limits.ts";
import type { SignedIn } from "./player.ts";

/**
 * What hosts keep open in their currency, so that a visitor never finds an empty room or list: a seat in each room, a duel and a
 * battle. Other demo players sometimes join, so that rounds are also decided without visitors.
 */
export interface Hosting {
  /** The round in which the host has a seat, by room. */
  readonly seats: Map<string, number>;
}

interface Placed {
  readonly data?: { readonly proof?: { readonly round?: number } };
}
interface Rounds {
  readonly data?: { readonly items?: readonly { readonly round: number }[] };
}
interface Row {
  readonly id: string;
  readonly state: string;
}
interface Lists {
  readonly data?: { readonly duels?: readonly Row[]; readonly battles?: readonly Row[] };
}

/** Takes a seat in every room whose last round with a seat of the host's has ended. */
export async function keepSeats(host: SignedIn, { seats }: Hosting): Promise<void> {
  for (const colour of roomColours) {
    const { body } = await host.get(`/api/v1/games/rooms/${colour}/rounds`);
    const last = (body as Rounds | null)?.data?.items?.[0]?.round ?? 0;
    if ((seats.get(colour) ?? 0) > last) continue;
    const round = await enterRoom(host, colour);
    if (round !== undefined) seats.set(colour, round);
  }
}

/** Ten times the smallest stake of a room. @returns the round, where the stake was taken. */
export async function enterRoom(player: SignedIn, colour: (typeof roomColours)[number]): Promise<number | undefined> {
  const stake = formatAmount(micros(roomLimits[colour][player.demo.currency].min * 10n));
  const { status, body } = await player.bet(`/api/v1/games/rooms/${colour}/bets`, { stake });
  return status === 201 ? (body as Placed | null)?.data?.proof?.round : undefined;
}

/** Opens a duel and a battle where none is open. Without `house`: they wait for a player. */
export async function keepOpen(host: SignedIn): Promise<void> {
  if ((await openRows(host, "duels")).length === 0) {
    const side = host.pick(["heads", "tails"]);
    await host.bet("/api/v1/games/coinflip/duels", { stake: host.nextStake(), side, house: false });
  }
  if ((await openRows(host, "battles")).length === 0)
    await host.bet("/api/v1/games/cases/battles", { cases: ["orchard"], seats: 2 });
}

/** Joins what a host keeps open; the host opens the next one. */
export async function joinSomebody(player: SignedIn): Promise<void> {
  const what = player.pick<"room" | "duels" | "battles">(["room", "duels", "battles"]);
  if (what === "room") return void (await enterRoom(player, player.pick(roomColours)));
  const [row] = await openRows(player, what);
  if (row) await player.bet(`${paths[what]}/${row.id}/join`, {});
}

const paths = { duels: "/api/v1/games/coinflip/duels", battles: "/api/v1/games/cases/battles" } as const;

async function openRows(player: SignedIn, what: "duels" | "battles"): Promise<readonly Row[]> {
  const { body } = await player.get(paths[what]);
  return ((body as Lists | null)?.data?.[what] ?? []).filter(row => row.state === "open");
}
