import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle, type Operator } from "#kit/http/handler.ts";
import { formatAmount, type Micros, micros, parseAmount } from "#kit/money/amount.ts";
import { isCurrency } from "#kit/money/currency.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import { type Accounts, idOf, namesOf, playerOf } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import type { Correction, Corrections } from "#modules/corrections/server/index.ts";
import * as contract from "./contract.ts";

const listLimit = 100;

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly corrections: Corrections;
}

/** Manual corrections: requested by one operator, decided by another. */
export function correctionHandlers(needs: Needs): readonly Handler[] {
  const { host, corrections, people } = needs;

  async function views(rows: readonly Correction[], me: Operator, on?: Queryable): Promise<contract.CorrectionView[]> {
    const named = await namesOf(
      needs,
      rows.map(row => row.playerId),
      on,
    );
    return rows.map(row => ({
      id: row.id,
      player: named(row.playerId),
      currency: row.currency,
      amount: formatAmount(row.amount),
      reason: row.reason,
      status: row.status,
      asked_by: row.askedName,
      asked_at: row.askedAt.toISOString(),
      decided_by: row.decidedName,
      decided_at: row.decidedAt?.toISOString() ?? null,
      mine: row.askedBy === me.id,
    }));
  }
  async function answerOf(tx: Tx, row: Correction, me: Operator): Promise<RouteOutput<typeof contract.bookCorrection>> {
    return { data: required((await views([row], me, tx))[0], "one row is one view") };
  }

  return [
    handle(contract.readCorrections, async ({ operator, input: { query } }) => {
      const player = query.player === undefined ? null : playerOf(query.player);
      return { data: await views(await corrections.list(player, listLimit), operator) };
    }),
    act(host, contract.askCorrection, async (tx, { operator, key, input: { body } }) => {
      invariant(isCurrency(body.currency), "checked by the contract");
      const player = playerOf(body.player);
      const person = (await people.of([player], tx)).get(player);
      if (!person) return fail(validationFailed, { errors: { player: ["player_unknown"] } });
      const correctionRequest = {
        key,
        player,
        currency: body.currency,
        amount: readSigned(body.amount),
        reason: body.reason.trim(),
      };
      const { correction, isNew } = await corrections.ask(tx, correctionRequest, operator);
      const auditAction = {
        action: "correction.ask",
        subject: `player:${player}`,
        reason: correctionRequest.reason,
        after: factsOf(correction),
      };
      return { answer: await answerOf(tx, correction, operator), auditAction: isNew ? auditAction : null };
    }),
    act(host, contract.bookCorrection, async (tx, { operator, input }) => {
      const booked = await corrections.book(tx, idOf(input.params.id), operator);
      const auditAction = {
        action: "correction.book",
        subject: `player:${booked.playerId}`,
        reason: booked.reason,
        before: { status: "waiting" },
        after: factsOf(booked),
      };
      return { answer: await answerOf(tx, booked, operator), auditAction };
    }),
    act(host, contract.declineCorrection, async (tx, { operator, input }) => {
      const declined = await corrections.decline(tx, idOf(input.params.id), operator);
      const auditAction = {
        action: "correction.decline",
        subject: `player:${declined.playerId}`,
        reason: input.body.reason,
        before: { status: "waiting" },
        after: factsOf(declined),
      };
      return { answer: await answerOf(tx, declined, operator), auditAction };
    }),
  ];
}

function factsOf({ id, currency, amount, status, askedName }: Correction): Json {
  return { correction: id, currency, amount: formatAmount(amount), status, asked_by: askedName };
}

function readSigned(text: string): Micros {
  const amount = required(parseAmount(text.replace(/^-/, "")), "checked by the contract");
  return text.startsWith("-") ? micros(-amount) : amount;
}
