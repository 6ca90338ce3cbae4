import type { Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { CaseKind } from "../shared/score.ts";
import { hadCaseSince, insertCase } from "./case-store.ts";
import { updateHold } from "./hold-offers.ts";
import type { HarmNeeds } from "./needs.ts";
import { scoreRow } from "./store.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** An operator contacts the player within this time. */
const dueMs = hourMs;
/** A sign that stays opens no second case for this long. */
const againMs: Readonly<Record<CaseKind, number>> = {
  score: 7 * dayMs,
  declines: dayMs,
  limit_reached: 7 * dayMs,
  // From the words of a message; what operators report opens one at once.
  said_so: dayMs,
  relative: 0,
};

interface Reported {
  readonly note?: string;
  readonly by?: string;
}

/** Opens a case unless the player has an open one, or had one for this sign a short time ago. @returns its id if it was opened */
export async function openCase(
  { host }: Pick<HarmNeeds, "host">,
  tx: Tx,
  player: PlayerId,
  kind: CaseKind,
  { note, by }: Reported = {},
): Promise<string | undefined> {
  const nowMs = host.clock.now();
  if (by === undefined && (await hadCaseSince(tx, player, kind, new Date(nowMs - againMs[kind])))) return undefined;
  const scored = await scoreRow(tx, player);
  const id = host.ids.next();
  const isNew = await insertCase(tx, {
    id,
    playerId: player,
    kind,
    score: scored?.score ?? 0,
    markers: scored?.markers ?? [],
    note: note ?? null,
    openedBy: by ?? null,
    now: new Date(nowMs),
    dueAt: new Date(nowMs + dueMs),
  });
  if (!isNew) return undefined;
  await updateHold(tx, player, new Date(nowMs));
  return id;
}
