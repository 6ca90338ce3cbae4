import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import { pageFrom } from "#kit/contract/page-of.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import { type Accounts, idOf, namesOf } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import { type CaseRow, caseStore, type Harm, harmStore, markersView, markerViews } from "#modules/harm/server/index.ts";
import { caseOpen } from "#modules/harm/shared/errors.ts";
import { gradeOf } from "#modules/harm/shared/score.ts";
import * as contract from "./contract.ts";

const rowsAtOnce = 50;
/** Open cases are read whole: each is due within an hour. */
const mostOpen = 500;
const shownDays = 90;
const dayMs = 86_400_000;

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly harm: Pick<Harm, "cases" | "report">;
}

type Named = Awaited<ReturnType<typeof namesOf>>;

/** Player protection: scores, cases, what was done and what followed. */
export function harmHandlers(needs: Needs): readonly Handler[] {
  return [...readHandlers(needs), ...actHandlers(needs)];
}

function readHandlers(needs: Needs): readonly Handler[] {
  const { host } = needs;
  return [
    handle(contract.readHarmCases, async ({ operator, input: { query } }) => {
      const isOpen = query.state !== "closed";
      const before = query.cursor === undefined ? null : (parseUuid(query.cursor) ?? refuseCursor());
      const rows = isOpen
        ? await caseStore.openCases(host.db, mostOpen)
        : await caseStore.closedCases(host.db, before, rowsAtOnce + 1);
      const named = await namesOf(
        needs,
        rows.map(({ playerId }) => playerId),
      );
      const limit = isOpen ? mostOpen : rowsAtOnce;
      return {
        data: pageFrom(
          rows.map(row => caseView(row, named, operator.id)),
          limit,
          ({ id }) => id,
        ),
      };
    }),
    handle(contract.readHarmScores, async ({ input: { query } }) => {
      const after = query.cursor === undefined ? null : positionOf(query.cursor);
      const rows = await harmStore.highScores(host.db, after, rowsAtOnce + 1);
      const named = await namesOf(
        needs,
        rows.map(({ playerId }) => playerId),
      );
      const items = rows.map(({ playerId, score, markers, scoredAt, openCase }) => ({
        player: named(playerId),
        score,
        grade: gradeOf(score),
        markers: markerViews(markers),
        scored_at: scoredAt.toISOString(),
        open_case: openCase,
      }));
      return { data: pageFrom(items, rowsAtOnce, ({ score, player }) => `${score}.${player.id}`) };
    }),
    handle(contract.readHarmOf, async ({ operator, input: { params } }) => {
      const player = idOf(params.id) as unknown as PlayerId;
      if (!(await needs.people.of([player])).has(player)) fail(notFound);
      const named = await namesOf(needs, [player]);
      const from = Math.floor(host.clock.now() / dayMs) - shownDays;
      const [row, days, cases, interactions] = await Promise.all([
        harmStore.scoreRow(host.db, player),
        harmStore.scoreDaysOf(host.db, player, from),
        caseStore.casesOf(host.db, player, rowsAtOnce),
        caseStore.interactionsOf(host.db, player, rowsAtOnce),
      ]);
      return {
        data: {
          player: named(player),
          ...markersView(row),
          days: days.map(({ day, score }) => ({ day: new Date(day * dayMs).toISOString().slice(0, 10), score })),
          cases: cases.map(each => caseView(each, named, operator.id)),
          interactions: interactions.map(interactionView),
        },
      };
    }),
  ];
}

function actHandlers({ host, harm }: Needs): readonly Handler[] {
  return [
    act(host, contract.openHarmCase, async (tx, { operator, input: { body } }) => {
      const player = idOf(body.player) as unknown as PlayerId;
      const id = (await harm.report(tx, player, body.kind, { note: body.reason, by: operator.name })) ?? fail(caseOpen);
      return {
        answer: { data: { id } },
        auditAction: {
          action: "harm.open",
          subject: `player:${player}`,
          reason: body.reason,
          after: { kind: body.kind },
        },
      };
    }),
    act(host, contract.claimHarmCase, async (tx, { operator, input: { params } }) => {
      const { playerId, claimedName } = await harm.cases.claim(tx, idOf(params.id), operator);
      return {
        answer: undefined,
        auditAction: {
          action: "harm.claim",
          subject: `player:${playerId}`,
          before: { claimed_by: claimedName },
          after: { claimed_by: operator.name },
        },
      };
    }),
    // What was said is in the interaction; the log says that there was one.
    act(host, contract.contactPlayer, async (tx, { operator, input: { params, body } }) => {
      const { kind, text, reply = null } = body;
      const { playerId } = await harm.cases.contact(tx, idOf(params.id), { kind, text, reply, by: operator });
      return {
        answer: undefined,
        auditAction: { action: "harm.contact", subject: `player:${playerId}`, after: { kind } },
      };
    }),
    act(host, contract.pausePlayer, async (tx, { operator, input: { params, body } }) => {
      const { days, reason } = body;
      const { playerId } = await harm.cases.pause(tx, idOf(params.id), { days, text: reason, by: operator });
      return {
        answer: undefined,
        auditAction: { action: "harm.pause", subject: `player:${playerId}`, reason, after: { days } },
      };
    }),
    act(host, contract.closeHarmCase, async (tx, { operator, input: { params, body } }) => {
      const { outcome, reason } = body;
      const { playerId, kind } = await harm.cases.close(tx, idOf(params.id), { outcome, by: operator });
      return {
        answer: undefined,
        auditAction: {
          action: "harm.close",
          subject: `player:${playerId}`,
          reason,
          before: { kind },
          after: { outcome },
        },
      };
    }),
  ];
}

function caseView(row: CaseRow, named: Named, operator: Uuid): contract.HarmCase {
  const { id, kind, score, note, claimedBy } = row;
  return {
    id,
    player: named(row.playerId),
    kind,
    score,
    markers: markerViews(row.markers),
    note,
    opened_by: row.openedBy,
    opened_at: row.openedAt.toISOString(),
    due_at: row.dueAt.toISOString(),
    claimed_by: row.claimedName,
    mine: claimedBy === operator,
    closed_at: row.closedAt?.toISOString() ?? null,
    closed_by: row.closedBy,
    outcome: row.outcome as contract.HarmCase["outcome"],
  };
}

function interactionView({
  id,
  kind,
  text,
  reply,
  score,
  byName,
  at,
  outcomes,
}: caseStore.InteractionRow): contract.HarmOfPlayer["interactions"][number] {
  return {
    id,
    kind,
    text,
    reply,
    score,
    by: byName,
    at: at.toISOString(),
    outcomes: outcomes.map(outcome => ({
      after_days: outcome.afterDays,
      score: outcome.score,
      score_before: outcome.scoreBefore,
      loss: wholeEuros(outcome.loss),
      loss_before: wholeEuros(outcome.lossBefore),
      control_players: outcome.controlPlayers,
      control_change: outcome.controlChange === null ? null : Number(outcome.controlChange),
    })),
  };
}

const wholeEuros = (cents: string) => Number(BigInt(cents) / 100n);

function refuseCursor(): never {
  return fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
}

/** `72.{player}`. */
function positionOf(cursor: string): { readonly score: number; readonly player: PlayerId } {
  const [score = "", id = ""] = cursor.split(".");
  const player = parseUuid(id);
  if (!/^(100|[0-9]{1,2})$/.test(score) || !player) return refuseCursor();
  return { score: Number(score), player: player as unknown as PlayerId };
}
