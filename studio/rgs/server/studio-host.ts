import type { Db } from "#kit/db/db.ts";
import type { Clock, Failpoints, Ids, Random } from "#kit/host/host.ts";
import type { SecretSeal } from "#kit/host/secret-seal.ts";
import type { Log } from "#kit/log/log.ts";

/** What the studio gets from outside. */
export interface StudioHost {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly db: Db;
  readonly log: Log;
  /** For seeds and keys in the database. */
  readonly seal: SecretSeal;
  readonly failpoints: Failpoints;
  /** Where browsers find the studio: scheme, host name and port. */
  readonly publicUrl: string;
  /** Seed of the Ed25519 key that signs stored documents, 32 bytes. */
  readonly signingSeed: Uint8Array;
}
