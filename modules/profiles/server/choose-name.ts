import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Queryable } from "#kit/db/db.ts";
import { isUniqueViolation } from "#kit/db/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Names } from "#modules/accounts/server/index.ts";
import { nameKey } from "#modules/accounts/shared/name-key.ts";
import { nameChangeTooSoon } from "../shared/errors.ts";
import { type NameProblem, readName } from "../shared/name-rules.ts";
import { isNameOf } from "../shared/reserved-names.ts";
import { insertName, isHeld, isRefused, lockKeys, type NameRow, namesOf, replaceName } from "./store.ts";

const dayMs = 86_400_000;
/** The minimum time between two changes of name. */
const changeEveryMs = 30 * dayMs;
/** How long a former name is reserved for its owner, counted from the choice of the next one. */
const heldMs = 90 * dayMs;

export interface NameNeeds {
  readonly host: Pick<Host, "db" | "clock" | "ids">;
  readonly names: Names;
  /** Names of this deployment, which no player may take. */
  readonly brands: readonly string[];
  /** Names of the operators, which no player may take either. */
  readonly staffNames: () => Promise<readonly string[]>;
}

type Refusal = NameProblem | "name_same" | "name_taken" | "name_refused";

const refuse = (why: Refusal): never => fail(validationFailed, { errors: { name: [why] } });

/** When the next name may be chosen; null: now. A rejected one does not count. */
export function nextChange(chosen: readonly NameRow[], now: number): Date | null {
  const last = chosen.find(({ state }) => state !== "rejected");
  const next = last ? last.chosenAt.getTime() + changeEveryMs : 0;
  return next > now ? new Date(next) : null;
}

/** The name as it would be stored. Fails with `validation_failed` at `name`; a concurrent change may still win. */
export async function checkName(needs: NameNeeds, player: PlayerId, text: string): Promise<string> {
  const name = await readOrRefuse(needs, text);
  await refuseTaken(needs, needs.host.db, player, name);
  return name;
}

/** Gives the player the chosen name, and queues it for review. Fails with `validation_failed` at `name`, `name_change_too_soon`. */
export async function chooseName(needs: NameNeeds, player: PlayerId, text: string): Promise<void> {
  const { host, names } = needs;
  const name = await readOrRefuse(needs, text);
  try {
    await host.db.tx(async tx => {
      const now = host.clock.now();
      const before = required(await names.lock(tx, player), "a session of a player who does not exist");
      if (before.name === name) refuse("name_same");
      await lockKeys(tx, [nameKey(name), before.nameKey]);
      const chosen = await namesOf(tx, player);
      const next = nextChange(chosen, now);
      if (next) fail(nameChangeTooSoon, { data: { next_change_at: next.toISOString() } });
      await refuseTaken(needs, tx, player, name);
      const former = chosen.find(({ state }) => state === "in_review")?.formerName ?? before.name;
      await replaceName(tx, player, new Date(now));
      await insertName(tx, {
        id: host.ids.next(),
        playerId: player,
        name,
        nameKey: nameKey(name),
        formerName: former,
        formerKey: nameKey(former),
        chosenAt: new Date(now),
      });
      await names.rename(tx, player, name);
    });
  } catch (error) {
    if (isUniqueViolation(error)) refuse("name_taken");
    throw error;
  }
}

async function readOrRefuse({ brands, staffNames }: NameNeeds, text: string): Promise<string> {
  const read = readName(text, brands);
  if (read.problem !== undefined) return refuse(read.problem);
  return isNameOf(read.name, await staffNames()) ? refuse("name_reserved") : read.name;
}

async function refuseTaken({ host, names }: NameNeeds, db: Queryable, player: PlayerId, name: string): Promise<void> {
  const key = nameKey(name);
  if (await isRefused(db, key)) refuse("name_refused");
  const since = new Date(host.clock.now() - heldMs);
  if ((await names.isTaken(db, name, player)) || (await isHeld(db, key, player, since))) refuse("name_taken");
}
