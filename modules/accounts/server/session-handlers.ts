import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { deviceOf } from "../shared/device.ts";
import {
  endOtherSessions,
  endSession,
  listPastSessions,
  listSessions,
  type OwnSession,
} from "../shared/sessions-contract.ts";
import { type SeenSession, sessionsOf } from "./people-store.ts";
import { type LivingSession, livingSessions } from "./session-store.ts";
import type { Sessions } from "./sessions.ts";

export interface SessionHandlerParts {
  readonly host: Host;
  readonly sessions: Sessions;
  /** ISO 3166 of an address; null if unknown. */
  countryOf(ip: string): string | null;
}

type SeenRow = Pick<SeenSession, "id" | "hostname" | "ip" | "userAgent" | "createdAt" | "seenAt">;

/** Lists a player's signed-in browsers and ends those not wanted. A browser signed in on several hosts counts once. */
export function sessionHandlers({ host, sessions, countryOf }: SessionHandlerParts): readonly Handler[] {
  const living = (player: LivingSession["playerId"]) => livingSessions(host.db, player, new Date(host.clock.now()));
  const view = (row: SeenRow, current: Uuid, locale: Locale): OwnSession => ({
    id: row.id,
    current: row.id === current,
    ...deviceOf(row.userAgent),
    host: row.hostname,
    ip: row.ip,
    ...locationOf(countryOf(row.ip), locale),
    created_at: row.createdAt.toISOString(),
    seen_at: row.seenAt.toISOString(),
  });
  return [
    handle(listSessions, async ({ session, locale }) => {
      const rows = (await living(session.player)).toSorted(
        (a, b) => Number(b.id === session.id) - Number(a.id === session.id),
      );
      const browsers = rows.filter((row, index) => rows.findIndex(({ family }) => family === row.family) === index);
      return { data: browsers.map(row => view(row, session.id, locale)) };
    }),
    handle(listPastSessions, async ({ session, locale }) => {
      const rows = await sessionsOf(host.db, session.player);
      const endOf = (row: SeenSession) => {
        const end = row.endedAt ?? row.expiresAt;
        return end.getTime() <= host.clock.now() ? end.toISOString() : null;
      };
      return { data: rows.map(row => ({ ...view(row, session.id, locale), ended_at: endOf(row) })) };
    }),
    handle(endSession, async ({ session, input }) => {
      const own = (await living(session.player)).find(row => row.id === input.params.id);
      if (!own) fail(notFound);
      await sessions.end(own.id);
      return undefined;
    }),
    handle(endOtherSessions, async ({ session }) => {
      const rows = await living(session.player);
      const own = rows.find(row => row.id === session.id)?.family;
      const others = new Map(rows.filter(row => row.family !== own).map(row => [row.family, row.id]));
      for (const id of others.values()) await sessions.end(id);
      return { data: { ended: others.size } };
    }),
  ];
}

function locationOf(country: string | null, locale: Locale): Pick<OwnSession, "country" | "country_name"> {
  const names = new Intl.DisplayNames([languageOf(locale)], { type: "region" });
  return { country, country_name: country === null ? null : (names.of(country) ?? country) };
}
