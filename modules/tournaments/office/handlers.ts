import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { type Accounts, namesOf } from "#modules/accounts/server/index.ts";
import { act, requestAction } from "#modules/audit/server/index.ts";
import {
  cancelRequest,
  cutRequest,
  disqualifyRequest,
  type ListedTournament,
  prizeSum,
  publishRequest,
  type RaceRow,
  raceSubject,
  raceTerms,
  readDraft,
  readRaceDraft,
  shownScore,
  startRaceRequest,
  subjectOf,
  type TournamentRequest,
  type Tournaments,
  takesTwo,
  termsOf,
} from "#modules/tournaments/server/index.ts";
import { phaseOf } from "#modules/tournaments/shared/phase.ts";
import * as contract from "./contract.ts";

const most = 200;

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly tournaments: Pick<Tournaments, "office">;
}

/** Tournaments, for operators. */
export function tournamentHandlers(needs: Needs): readonly Handler[] {
  const { host } = needs;
  const { office } = needs.tournaments;
  return [
    handle(contract.readTournaments, async ({ locale }) => ({
      data: (await office.all(most)).map(row => tournamentView(row, host.clock.now(), locale)),
    })),
    handle(contract.readTournamentPlaces, async ({ input: { params } }) => {
      const found = (await office.one(params.id)) ?? fail(notFound);
      const [places, cuts] = [await office.places(found, most), await office.cuts(found.id)];
      const named = await namesOf(
        needs,
        places.map(({ playerId }) => playerId),
      );
      return {
        data: {
          ranks_hash: found.ranksHash && toHex(found.ranksHash),
          places: places.map(({ playerId, score, reachedAt }, index) => {
            const prize = found.prizes[index];
            const cutTo = cuts.get(playerId);
            const isCut = prize !== undefined && cutTo !== undefined && cutTo < prize;
            return {
              place: index + 1,
              player: named(playerId),
              score: shownScore(found.scoring, score),
              reached_at: reachedAt.toISOString(),
              prize: prize === undefined ? null : formatAmount(isCut ? cutTo : prize),
              cut_from: isCut ? formatAmount(prize) : null,
            };
          }),
        },
      };
    }),
    act(host, contract.draftTournament, async (tx, { operator, input: { body } }) => {
      const tournament = readDraft(body, host.ids.next(), host.clock.now(), office.counts);
      await office.draft(tx, tournament, operator);
      return {
        answer: { data: { id: tournament.id } },
        auditAction: {
          action: "tournaments.draft",
          subject: subjectOf(tournament.id),
          reason: body.reason,
          after: termsOf(tournament),
        },
      };
    }),
    act(host, contract.disqualifyPlayer, async (tx, { operator, input: { params, body } }) => {
      const { reason } = body;
      const player = body.player as PlayerId;
      const request = await office.disqualify(tx, { id: params.id, player, reason }, operator);
      return {
        answer: { data: { request: request.id, expires_at: request.expiresAt.toISOString() } },
        auditAction: requestAction(request, reason, {
          kind: disqualifyRequest,
          subject: subjectOf(params.id),
          payload: { player },
        }),
      };
    }),
    act(host, contract.cutPrize, async (tx, { operator, input: { params, body } }) => {
      const { amount, reason } = body;
      const player = body.player as PlayerId;
      const request = await office.cutPrize(tx, { id: params.id, player, amount, reason }, operator);
      return {
        answer: { data: { request: request.id, expires_at: request.expiresAt.toISOString() } },
        auditAction: requestAction(request, reason, {
          kind: cutRequest,
          subject: subjectOf(params.id),
          payload: { player, amount },
        }),
      };
    }),
    change(contract.publishTournament, publishRequest),
    change(contract.cancelTournament, cancelRequest),
    ...disputeHandlers(needs),
    ...raceHandlers(needs),
  ];

  function change(
    route: typeof contract.publishTournament | typeof contract.cancelTournament,
    kind: TournamentRequest,
  ): Handler {
    return act(host, route, async (tx, { operator, input: { params, body } }) => {
      const { reason } = body;
      const { tournament, request } = await office.change(tx, kind, { id: params.id, reason }, operator);
      const answer = { data: { request: request?.id ?? null, expires_at: request?.expiresAt.toISOString() ?? null } };
      const [subject, after] = [subjectOf(tournament.id), termsOf(tournament)];
      if (!request) return { answer, auditAction: { action: kind, subject, reason, after } };
      return { answer, auditAction: requestAction(request, reason, { kind, subject, payload: after }) };
    });
  }
}

/** Disputes of final ranks. */
function disputeHandlers(needs: Needs): readonly Handler[] {
  const { host } = needs;
  const { office } = needs.tournaments;
  return [
    handle(contract.readDisputes, async ({ locale }) => {
      const disputes = await office.disputes(most);
      const named = await namesOf(
        needs,
        disputes.map(({ playerId }) => playerId),
      );
      return {
        data: disputes.map(row => ({
          tournament: { id: row.tournamentId, title: row.title[locale] },
          player: named(row.playerId),
          place: row.place,
          text: row.text,
          created_at: row.createdAt.toISOString(),
          answer: row.answer,
          answered_by: row.answeredBy,
          answered_at: row.answeredAt?.toISOString() ?? null,
        })),
      };
    }),
    act(host, contract.answerDispute, async (tx, { operator, input: { params, body } }) => {
      const { answer, reason } = body;
      const player = params.player as PlayerId;
      const { dispute, place } = await office.answerDispute(tx, { id: params.id, player, answer, by: operator.name });
      return {
        answer: { data: { place } },
        auditAction: {
          action: "tournaments.answer_dispute",
          subject: subjectOf(params.id),
          reason,
          before: { player, place: dispute.place },
          after: { place, answer },
        },
      };
    }),
  ];
}

/** Races: schedules of tournaments. */
function raceHandlers(needs: Needs): readonly Handler[] {
  const { host } = needs;
  const { office } = needs.tournaments;
  return [
    handle(contract.readRaces, async ({ locale }) => ({
      data: (await office.races(most)).map(row => raceView(row, locale)),
    })),
    act(host, contract.draftRace, async (tx, { operator, input: { body } }) => {
      const race = readRaceDraft(body, host.ids.next(), office.counts);
      await office.draftRace(tx, race, operator);
      return {
        answer: { data: { id: race.id } },
        auditAction: {
          action: "tournaments.draft_race",
          subject: raceSubject(race.id),
          reason: body.reason,
          after: raceTerms(race),
        },
      };
    }),
    act(host, contract.startRace, async (tx, { operator, input: { params, body } }) => {
      const { reason } = body;
      const { race, request } = await office.startRace(tx, { id: params.id, reason }, operator);
      return {
        answer: { data: { request: request.id, expires_at: request.expiresAt.toISOString() } },
        auditAction: requestAction(request, reason, {
          kind: startRaceRequest,
          subject: raceSubject(race.id),
          payload: raceTerms(race),
        }),
      };
    }),
    act(host, contract.stopRace, async (tx, { input: { params, body } }) => {
      const race = await office.stopRace(tx, params.id);
      const auditAction = {
        action: "tournaments.stop_race",
        subject: raceSubject(race.id),
        reason: body.reason,
        after: { name: race.title.en },
      } as const;
      return { answer: undefined, auditAction };
    }),
  ];
}

function raceView(row: RaceRow, locale: Locale): contract.OfficeRace {
  const { every, zone, time, weekday } = row.schedule;
  return {
    id: row.id,
    title: row.title[locale],
    state: row.state,
    scoring: row.scoring,
    games: [...row.games],
    currency: row.currency,
    prize_sum: formatAmount(micros(prizeSum(row))),
    every,
    zone,
    time,
    weekday,
    created_by: row.createdBy,
    started_by: row.startedBy,
  };
}

function tournamentView(row: ListedTournament, nowMs: number, locale: Locale): contract.OfficeTournament {
  return {
    id: row.id,
    title: row.title[locale],
    phase: phaseOf(row, nowMs),
    scoring: row.scoring,
    games: [...row.games],
    currency: row.currency,
    prizes: row.prizes.map(formatAmount),
    prize_sum: formatAmount(micros(prizeSum(row))),
    min_stake: formatAmount(row.minStake),
    players: Number(row.players),
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt.toISOString(),
    review_until: row.reviewUntil?.toISOString() ?? null,
    created_by: row.createdBy,
    published_by: row.publishedBy,
    needs_approval: takesTwo(publishRequest, row),
  };
}
