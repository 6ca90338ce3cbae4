import { join } from "node:path";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { raisedLimits } from "#modules/limits/server/index.ts";
import { limitsChanged } from "#modules/limits/shared/events.ts";
import { depositRefusedByLimit } from "#modules/payments/shared/events.ts";
import { playerWrote } from "#modules/support/shared/events.ts";
import manifest from "../module.ts";
import { getPlayMarkers } from "../shared/contract.ts";
import * as errors from "../shared/errors.ts";
import { outcomeDays } from "../shared/interactions.ts";
import { suggestsHarm } from "../shared/said-words.ts";
import type { StrongMarker } from "../shared/score.ts";
import * as caseStore from "./case-store.ts";
import { type Cases, createCases } from "./cases.ts";
import { foldAll } from "./fold-play.ts";
import { isHeld } from "./hold-offers.ts";
import type { HarmNeeds } from "./needs.ts";
import { openCase } from "./open-case.ts";
import { scorePlayers } from "./score-players.ts";
import * as store from "./store.ts";
import { findStrongSigns } from "./strong-signs.ts";
import { markersView } from "./views.ts";

export type { CaseRow } from "./case-store.ts";
export { harmCaseTimeline, interactionTimeline } from "./timeline-events.ts";
export { markersView, markerViews } from "./views.ts";
export { caseStore, store as harmStore };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Play and scores are kept this long; outcomes are recorded up to 90 days after an interaction. */
const retainedDays = 200;
const outcomesAtOnce = 500;

export interface Harm extends ServerModule {
  readonly cases: Cases;
  /** For operators: a report by the player, or by somebody close to them. @returns the new case, undefined if one is open */
  report(
    tx: Tx,
    player: PlayerId,
    kind: StrongMarker,
    given: { readonly note: string; readonly by: string },
  ): Promise<string | undefined>;
  /** Whether signs of harm keep offers from this player. */
  isHeld(on: Queryable, player: PlayerId): Promise<boolean>;
  waiting(): Promise<number>;
  /** Since when the first open case waits. */
  oldest(): Promise<Date | null>;
  /** Folds and scores what has happened until now. */
  scoreNow(): Promise<void>;
}

/** Signs of harm in how players play. Operators' pages are in `office/`. Payouts and fraud risk never read it. */
export function createHarm(needs: HarmNeeds): Harm {
  const { host } = needs;
  const now = () => new Date(host.clock.now());
  const today = () => Math.floor(host.clock.now() / dayMs);
  const unsubscribe = listen(needs);

  async function scoreSince(ms: number): Promise<void> {
    await foldAll(host);
    await scorePlayers(needs, new Date(host.clock.now() - ms));
  }

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: Object.values(errors),
    cases: createCases(needs),
    report: (tx, player, kind, { note, by }) => openCase(needs, tx, player, kind, { note, by }),
    isHeld,
    waiting: () => caseStore.countOpenCases(host.db),
    oldest: () => caseStore.oldestOpenCase(host.db),
    scoreNow: () => scoreSince(2 * hourMs),
    handlers: [
      handle(getPlayMarkers, async ({ session: { player } }) => ({
        data: markersView(await store.scoreRow(host.db, player)),
      })),
    ],
    jobs: [
      // Twice the interval: a run that was missed is made up for.
      { name: "harm-score", cron: "7 * * * *", run: () => scoreSince(2 * hourMs) },
      { name: "harm-signs", cron: "* * * * *", run: () => findStrongSigns(needs) },
      {
        name: "harm-outcomes",
        cron: "17 4 * * *",
        async run() {
          for (const afterDays of outcomeDays)
            await caseStore.recordOutcomes(host.db, { afterDays, today: today(), now: now(), most: outcomesAtOnce });
          await store.deleteBefore(host.db, today() - retainedDays);
        },
      },
    ],
    async stop() {
      for (const each of unsubscribe) each();
    },
    onRetentionEnded: store.redactTexts,
    personalData: async player => {
      const { score = 0, markers = [], scoredAt = null } = (await store.scoreRow(host.db, player)) ?? {};
      const interactions = await store.personalScores(host.db, player);
      return {
        score,
        markers: markers.map(marker => ({ ...marker })),
        scored_at: scoredAt?.toISOString() ?? null,
        interactions: interactions.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
      };
    },
  };
}

/** Stores events that no other module keeps. A raised limit takes effect after a day, and counts once however often other limits change meanwhile. */
function listen(needs: HarmNeeds): readonly (() => void)[] {
  const { host } = needs;
  return [
    host.bus.on(playerWrote, ({ player, text }) => {
      noteWords(needs, player, text).catch((error: unknown) =>
        host.log.warn({ err: error, player }, "Failed to open a case for words that suggest harm"),
      );
    }),
    host.bus.beforeCommit(limitsChanged, async (tx, { player, what }) => {
      if (what === "break") return;
      for (const from of await raisedLimits(tx, player, new Date(host.clock.now())))
        await store.insertEvent(tx, player, "limit_raised", from);
    }),
    host.bus.on(depositRefusedByLimit, ({ player }) => {
      store
        .insertEvent(host.db, player, "limit_reached", new Date(host.clock.now()))
        .catch((error: unknown) => host.log.warn({ err: error, player }, "Failed to note a refused deposit"));
    }),
  ];
}

/** A phrase only opens a case; a person decides. The case stores the phrase from the list, not the message. */
async function noteWords(needs: HarmNeeds, player: PlayerId, text: string): Promise<void> {
  const note = suggestsHarm(text);
  if (note === undefined || (await needs.people.testPlayers(needs.host.db)).includes(player)) return;
  await needs.host.db.tx(async tx => void (await openCase(needs, tx, player, "said_so", { note })));
}
