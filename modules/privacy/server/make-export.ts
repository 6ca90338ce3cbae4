import { gunzipSync, gzipSync } from "node:zlib";
import type { Host } from "#kit/host/host.ts";
import { createSecretSeal, type SecretSeal } from "#kit/host/secret-seal.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import { collectData, knowing } from "./collect-data.ts";
import { exportById, finishExport, insertExport, noteStep } from "./store.ts";

export const sealPurpose = "fairhouse personal data";

/** How long a copy can be downloaded. */
const lifeMs = 7 * 86_400_000;
export const exportJob = "privacy-export";

export interface Exports {
  /** Requests a copy; a job makes it. Does nothing while one is in progress. */
  order(player: PlayerId): Promise<void>;
  /** The job: collects one module after the other, and reports progress. Running it twice gives the same copy. */
  make(id: Uuid): Promise<void>;
  open(id: string, content: Uint8Array): Record<string, Json>;
}

/** @param modules all modules; read when they are needed, because they are created after this. */
export function createExports(host: Host, modules: () => readonly ServerModule[]): Exports {
  const seal: SecretSeal = createSecretSeal(host, sealPurpose);
  const now = () => new Date(host.clock.now());
  return {
    async order(player) {
      const id = host.ids.next();
      const facts = { id, playerId: player, steps: knowing(modules()).length, requestedAt: now() };
      const expiresAt = new Date(host.clock.now() + lifeMs);
      await host.db.tx(async tx => {
        if (await insertExport(tx, { ...facts, expiresAt }))
          await enqueue(tx, exportJob, { id }, { key: `export:${id}` });
      });
    },
    async make(id) {
      const order = await exportById(host.db, id);
      if (!order || order.readyAt) return;
      const known = await collectData(host, modules(), order.playerId, async done => {
        await noteStep(host.db, id, Math.min(done, order.steps));
        host.failpoints.hit("privacy.export-step");
      });
      await finishExport(host.db, id, seal.seal(gzipSync(JSON.stringify(known)), `export:${id}`), now());
    },
    open: (id, content) => JSON.parse(gunzipSync(seal.open(content, `export:${id}`)).toString()),
  };
}
