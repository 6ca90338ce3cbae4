import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { act, requestAction } from "#modules/audit/server/index.ts";
import {
  type JackpotRow,
  type Jackpots,
  type NewJackpot,
  readTerms,
  startRequest,
  subjectOf,
  termsOf,
  termsRequest,
} from "#modules/jackpots/server/index.ts";
import * as contract from "./contract.ts";

interface Needs {
  readonly host: Host;
  readonly jackpots: Pick<Jackpots, "office">;
}

/** Jackpots, for operators. */
export function jackpotHandlers({ host, jackpots: { office } }: Needs): readonly Handler[] {
  return [
    handle(contract.readJackpots, async ({ locale }) => ({
      data: (await office.all()).map(row => jackpotView(row, locale)),
    })),
    act(host, contract.draftJackpot, async (tx, { operator, input: { body } }) => {
      const { title, kind } = body;
      const currency = body.currency as Currency;
      const jackpot: NewJackpot = {
        id: host.ids.next(),
        title,
        kind,
        currency,
        ...readTerms(body, kind, office.counts),
      };
      await office.draft(tx, jackpot, operator);
      return {
        answer: { data: { id: jackpot.id } },
        auditAction: {
          action: "jackpots.draft",
          subject: subjectOf(jackpot.id),
          reason: body.reason,
          after: termsOf(jackpot),
        },
      };
    }),
    act(host, contract.startJackpot, async (tx, { operator, input: { params, body } }) => {
      const { reason } = body;
      const { jackpot, request } = await office.start(tx, { id: params.id, reason }, operator);
      const after = { kind: startRequest, subject: subjectOf(jackpot.id), payload: termsOf(jackpot) };
      return {
        answer: answerOf(request),
        auditAction: requestAction(request, reason, after),
      };
    }),
    act(host, contract.changeJackpotTerms, async (tx, { operator, input: { params, body } }) => {
      const { reason } = body;
      const terms = ({ kind }: JackpotRow) => readTerms(body, kind, office.counts);
      const { jackpot, after, request } = await office.changeTerms(tx, { id: params.id, reason, terms }, operator);
      const subject = subjectOf(jackpot.id);
      if (!request)
        return {
          answer: answerOf(undefined),
          auditAction: { action: termsRequest, subject, reason, before: termsOf(jackpot), after: termsOf(after) },
        };
      const asked = { kind: termsRequest, subject, payload: termsOf(after) };
      return {
        answer: answerOf(request),
        auditAction: requestAction(request, reason, asked),
      };
    }),
    act(host, contract.switchJackpot, async (tx, { input: { params, body } }) => {
      const to = body.on ? "on" : "off";
      const jackpot = await office.switch(tx, params.id, to);
      return {
        answer: undefined,
        auditAction: {
          action: `jackpots.${to}`,
          subject: subjectOf(jackpot.id),
          reason: body.reason,
          before: { state: jackpot.state },
          after: { state: to },
        },
      };
    }),
  ];
}

const answerOf = (request: { readonly id: string; readonly expiresAt: Date } | undefined) => ({
  data: { request: request?.id ?? null, expires_at: request?.expiresAt.toISOString() ?? null },
});

function jackpotView(row: JackpotRow, locale: Locale): contract.OfficeJackpot {
  const { amount, potBound, potEdgeShare, potGames } = row;
  const current =
    amount === null || potBound === null || potEdgeShare === null || potGames === null
      ? null
      : {
          pot: Number(row.pot),
          amount: formatAmount(amount),
          bound: formatAmount(micros(potBound)),
          edge_share: potEdgeShare,
          games: [...potGames],
        };
  return {
    id: row.id,
    title: row.title[locale],
    kind: row.kind,
    currency: row.currency,
    state: row.state,
    games: [...row.games],
    edge_share: row.edgeShare,
    seed: formatAmount(row.seed),
    bound: formatAmount(row.bound),
    current,
    reserve: formatAmount(micros(row.reserve)),
    entries: Number(row.entries),
    created_by: row.createdBy,
  };
}
