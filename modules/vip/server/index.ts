import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import manifest from "../module.ts";
import { getVipRequest, joinVip } from "../shared/contract.ts";
import { vipRequestOpen } from "../shared/errors.ts";
import { insertRequest, lastRequest, requestsOf } from "./store.ts";

/** The VIP club. A request is kept until it is answered in the back office. */
export function createVip(host: Host): ServerModule {
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [vipRequestOpen],
    personalData: async player => ({ requests: await requestsOf(host.db, player) }),
    handlers: [
      handle(joinVip, async ({ session, input }) => {
        const id = host.ids.next();
        const request = { id, player: session.player, type: input.body.request_type };
        const isKept = await host.db.tx(tx => insertRequest(tx, request, new Date(host.clock.now())));
        if (!isKept) fail(vipRequestOpen);
        return { data: { id, status: "open" as const } };
      }),
      handle(getVipRequest, async ({ session }) => ({ data: await lastRequest(host.db, session.player) })),
    ],
  };
}
