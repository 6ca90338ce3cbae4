import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import * as contract from "../../shared/contract.ts";
import { getEventLogHead, getFeedFrame } from "../../shared/proof-contract.ts";
import { getEventStatistics } from "../../shared/statistics-contract.ts";
import { readFrame, readLogHead } from "../proof/event-proof.ts";
import { countLeagues, readEventRows, readIncidents } from "./event-rows.ts";
import { readStatistics } from "./event-statistics.ts";
import { feedState } from "./feed-state.ts";
import { listEvents } from "./list-events.ts";
import { readLog } from "./read-log.ts";
import { detailsView, sportViews } from "./views.ts";

/** What anyone may read of the feed. */
export function feedHandlers({ db, clock }: Pick<Host, "db" | "clock">): readonly Handler[] {
  const now = () => new Date(clock.now());
  return [
    handle(contract.listSports, async () => {
      const [rows, feed] = await Promise.all([countLeagues(db, now()), feedState(db)]);
      return { data: { sports: [...sportViews(rows)], feed: [...feed] } };
    }),
    handle(contract.listEvents, async ({ input }) => {
      const [page, feed] = await Promise.all([listEvents(db, input.query, now()), feedState(db)]);
      return { data: Object.assign(page, { feed: [...feed] }) };
    }),
    handle(contract.getEvent, async ({ input }) => ({ data: await readEvent(db, input.params.id, now()) })),
    handle(contract.getEventLog, async ({ input }) => ({
      data: await readLog(db, input.params.id, input.query.cursor),
    })),
    handle(getEventStatistics, async ({ input }) => ({ data: await readStatistics(db, input.params.id) })),
    handle(getEventLogHead, async ({ input }) => ({
      data: (await readLogHead(db, input.params.id)) ?? fail(notFound),
    })),
    handle(getFeedFrame, async ({ input: { params } }) => {
      const { producer, epoch, frame } = params;
      const found = await readFrame(db, { producer, epoch: Number(epoch), frame: Number(frame) });
      return { data: found ?? fail(notFound) };
    }),
  ];
}

/** An event as its page shows it. */
export async function readEvent(db: Host["db"], id: string, now: Date) {
  const [rows, incidents, feed] = await Promise.all([
    readEventRows(db, [id], now, "all"),
    readIncidents(db, [id]),
    feedState(db),
  ]);
  const view = rows[0] && detailsView(rows[0], incidents.get(id) ?? []);
  if (!view) return fail(notFound);
  return Object.assign(view, { feed: [...feed] });
}
