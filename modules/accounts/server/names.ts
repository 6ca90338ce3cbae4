import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { InvariantError } from "#kit/std/invariant.ts";
import { nameKey } from "../shared/name-key.ts";
import { makeHandle } from "./handles.ts";
import type { Sessions } from "./sessions.ts";

/** A player's name and avatar, as stored. */
export interface NamedRow {
  readonly id: PlayerId;
  readonly publicId: Uint8Array;
  readonly name: string;
  readonly nameKey: string;
  readonly avatar: string | null;
  readonly isTest: boolean;
  readonly isAvatarHidden: boolean;
  readonly isStatisticsHidden: boolean;
  readonly registeredAt: Date;
  readonly closedAt: Date | null;
}

/** Players' names and avatars. The rules for chosen names are those of `profiles`. */
export interface Names {
  of(db: Queryable, player: PlayerId): Promise<NamedRow | undefined>;
  /** The player's name and avatar, the row locked until `tx` ends. */
  lock(tx: Tx, player: PlayerId): Promise<NamedRow | undefined>;
  /** Finds a player by the exact name in any case, or by the public id in hexadecimal digits. */
  find(db: Queryable, nameOrId: string): Promise<NamedRow | undefined>;
  /** Throws a UNIQUE violation if another player has a name that looks the same: see `isUniqueViolation`. */
  rename(tx: Tx, player: PlayerId, name: string): Promise<void>;
  /** Gives the player a free generated name. */
  renameAtRandom(tx: Tx, player: PlayerId): Promise<string>;
  isTaken(db: Queryable, name: string, except: PlayerId): Promise<boolean>;
  setAvatar(tx: Tx, player: PlayerId, avatar: string | null): Promise<void>;
}

const columns = `id, public_id AS "publicId", name, name_key AS "nameKey", avatar, is_test AS "isTest",
  is_avatar_hidden AS "isAvatarHidden", is_statistics_hidden AS "isStatisticsHidden", registered_at AS "registeredAt",
  closed_at AS "closedAt"`;

export function createNames({ random }: Pick<Host, "random">, sessions: Pick<Sessions, "playerChanged">): Names {
  async function one(db: Queryable, where: string, value: string): Promise<NamedRow | undefined> {
    const { rows } = await db.query<NamedRow>(`SELECT ${columns} FROM accounts.players WHERE ${where}`, [value]);
    return rows[0];
  }

  async function rename(tx: Tx, player: PlayerId, name: string): Promise<void> {
    await tx.query("UPDATE accounts.players SET name = $2, name_key = $3 WHERE id = $1", [player, name, nameKey(name)]);
    await sessions.playerChanged(tx, player);
  }

  async function isTaken(db: Queryable, name: string, except: PlayerId): Promise<boolean> {
    const found = await one(db, "name_key = $1", nameKey(name));
    return found !== undefined && found.id !== except;
  }

  return {
    of: (db, player) => one(db, "id = $1", player),
    lock: (tx, player) => one(tx, "id = $1 FOR UPDATE", player),
    async find(db, nameOrId) {
      if (/^[0-9a-f]{32}$/i.test(nameOrId)) return one(db, "public_id = decode($1, 'hex')", nameOrId);
      const name = nameOrId.normalize("NFC").toLowerCase();
      const found = await one(db, "name_key = $1", nameKey(name));
      return found && found.name.toLowerCase() === name ? found : undefined;
    },
    rename,
    isTaken,
    async renameAtRandom(tx, player) {
      for (let attempt = 0; attempt < 20; attempt++) {
        const name = makeHandle(random);
        if (await isTaken(tx, name, player)) continue;
        await rename(tx, player, name);
        return name;
      }
      throw new InvariantError("no free name was found in 20 tries");
    },
    async setAvatar(tx, player, avatar) {
      await tx.query("UPDATE accounts.players SET avatar = $2 WHERE id = $1", [player, avatar]);
      await sessions.playerChanged(tx, player);
    },
  };
}
