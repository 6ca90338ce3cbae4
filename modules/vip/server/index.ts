import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import manifest from "../module.ts";
import { getVipRequest, joinVip } from "../shared/contract.ts";
import { vipRequestOpen } from "../shared/errors.ts";
import {
  answerRequest,
  countOpen,
  insertRequest,
  lastRequest,
  type OpenRequest,
  requestsOf,
  requestsToSee,
} from "./store.ts";

export interface Vip extends ServerModule {
  /** For operators: open requests, oldest first, and the last answered ones. */
  requests(limit: number): Promise<readonly OpenRequest[]>;
  waiting(): Promise<number>;
  /** Answers a request once; null when it is already answered or does not exist. */
  answer(tx: Tx, id: Uuid, status: "accepted" | "declined"): ReturnType<typeof answerRequest>;
}

/** The VIP club. A request is stored until it is answered in the back office. */
export function createVip(host: Host): Vip {
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [vipRequestOpen],
    requests: limit => requestsToSee(host.db, limit),
    waiting: () => countOpen(host.db),
    answer: (tx, id, status) => answerRequest(tx, id, status, new Date(host.clock.now())),
    personalData: async player => ({ requests: await requestsOf(host.db, player) }),
    handlers: [
      handle(joinVip, async ({ session, input }) => {
        const id = host.ids.next();
        const request = { id, player: session.player, type: input.body.request_type };
        const isNew = await host.db.tx(tx => insertRequest(tx, request, new Date(host.clock.now())));
        if (!isNew) fail(vipRequestOpen);
        return { data: { id, status: "open" as const } };
      }),
      handle(getVipRequest, async ({ session }) => ({ data: await lastRequest(host.db, session.player) })),
    ],
  };
}
