import { fail } from "#kit/contract/error-code.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ErasingObstacle, ServerModule } from "#kit/host/server-module.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { tryEach } from "#kit/std/try-each.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { type Audit, systemActor } from "#modules/audit/server/index.ts";
import { erasedAlready, eraseRefused } from "../shared/errors.ts";
import { endAccount } from "./close-account.ts";
import {
  completeErasure,
  dueErasures,
  type ErasureRow,
  erasureOf,
  insertErasure,
  refuseCopiesOf,
} from "./erasure-store.ts";

export interface Erasures {
  of(on: Queryable, player: PlayerId): Promise<ErasureRow | undefined>;
  /** Why a player cannot be erased now; the rows behind the answer stay locked until `tx` ends. */
  obstacles(tx: Tx, player: PlayerId): Promise<readonly ErasingObstacle[]>;
  /**
   * Ends the account and redacts what no law requires to keep. Ledger, bets and audit entries stay: they name a player by an id. Fails with
   * `erased_already`, `erase_refused`.
   */
  erase(tx: Tx, player: PlayerId, closedAt: Date | null, request: Uuid): Promise<ErasureRow>;
  /** The job: redacts the rest once the law no longer requires it. */
  endRetention(): Promise<void>;
}

interface Needs {
  readonly host: Host;
  readonly accounts: Pick<Accounts, "exclusions">;
  readonly audit: Pick<Audit, "record">;
  readonly modules: () => readonly ServerModule[];
}

export function createErasures({ host, accounts, audit, modules }: Needs): Erasures {
  const now = () => new Date(host.clock.now());

  async function obstacles(tx: Tx, player: PlayerId): Promise<readonly ErasingObstacle[]> {
    const found = new Set<ErasingObstacle>();
    for (const module of modules()) {
      for (const obstacle of (await module.closingObstacles?.(tx, player)) ?? []) found.add(obstacle);
      for (const obstacle of (await module.erasingObstacles?.(tx, player)) ?? []) found.add(obstacle);
    }
    return [...found].sort();
  }

  /** Null where nothing has to stay. */
  async function keepUntil(tx: Tx, player: PlayerId, endedAt: Date): Promise<Date | null> {
    let isRetained = false;
    for (const module of modules()) isRetained ||= (await module.isIdentityRetained?.(tx, player)) === true;
    if (!isRetained) return null;
    const until = new Date(endedAt);
    until.setUTCFullYear(until.getUTCFullYear() + host.config.IDENTITY_RETENTION_YEARS);
    return until > now() ? until : null;
  }

  return {
    of: erasureOf,
    obstacles,
    async erase(tx, player, closedAt, request) {
      if (await erasureOf(tx, player)) fail(erasedAlready);
      const found = await obstacles(tx, player);
      if (found.length > 0) fail(eraseRefused, { data: { obstacles: found } });
      const until = await keepUntil(tx, player, closedAt ?? now());
      await endAccount(tx, { accounts, modules: modules() }, player);
      for (const module of modules()) await module.onPlayerErased?.(tx, player);
      await refuseCopiesOf(tx, player, now());
      if (until === null) for (const module of modules()) await module.onRetentionEnded?.(tx, player);
      const erasure = {
        player,
        erasedAt: now(),
        request,
        keepUntil: until,
        completedAt: until === null ? now() : null,
      };
      if (!(await insertErasure(tx, erasure))) fail(erasedAlready);
      return erasure;
    },
    async endRetention() {
      await tryEach(await dueErasures(host.db, now()), player =>
        host.db.tx(async tx => {
          if (!(await completeErasure(tx, player, now()))) return;
          for (const module of modules()) await module.onRetentionEnded?.(tx, player);
          await audit.record(tx, systemActor("retention"), {
            action: "player.retention_end",
            subject: `player:${player}`,
          });
        }),
      );
    },
  };
}
