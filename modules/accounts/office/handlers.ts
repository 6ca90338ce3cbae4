import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import { pageFrom } from "#kit/contract/page-of.ts";
import type { Queryable } from "#kit/db/db.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { isCurrency } from "#kit/money/currency.ts";
import { type PlayerId, parseUuid } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { PersonRow, SeenSession } from "#modules/accounts/server/index.ts";
import { playerOf } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import type { Limits } from "#modules/limits/server/index.ts";
import { rowsOf } from "#modules/operators/office/fields.ts";
import type { Operators, Reveals } from "#modules/operators/server/index.ts";
import { statementPage } from "#modules/statements/server/index.ts";
import type { Verification } from "#modules/verification/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import * as contract from "./contract.ts";
import { personView, playerFigures } from "./handler-views.ts";
import { type LockNeeds, lockHandlers } from "./lock-handlers.ts";
import { noteHandlers, noteView } from "./note-handlers.ts";

interface Needs extends LockNeeds {
  readonly wallet: Pick<Wallet, "balances">;
  readonly limits: Pick<Limits, "limitsOf">;
  readonly review: Pick<Verification["review"], "of" | "statedBy">;
  readonly reveals: Reveals;
  readonly operators: Pick<Operators, "active">;
}

export function playerHandlers(needs: Needs): readonly Handler[] {
  const { host, people } = needs;
  return [
    handle(contract.findPlayers, async ({ operator, input: { query } }) => {
      const before = query.cursor === undefined ? null : parseUuid(query.cursor);
      if (before === undefined) return fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
      const limit = rowsOf(query);
      const rows = await people.find(query.query ?? "", before as PlayerId | null, limit + 1, query.tag);
      const { items, next_cursor } = pageFrom(rows, limit, ({ id }) => id);
      const figuresOf = await playerFigures(
        host,
        items.map(({ id }) => id),
        operator,
      );
      const views = items.map(row => Object.assign(personView(row), figuresOf(row.id)));
      return { data: { items: views, next_cursor } };
    }),
    handle(contract.readPlayer, async ({ input }) => ({ data: await readPlayer(needs, playerOf(input.params.id)) })),
    handle(contract.readPlayerLedger, async ({ input: { params, query } }) => {
      const { registeredAt } = await personOf(needs, playerOf(params.id));
      invariant(isCurrency(query.currency), "checked by the contract");
      const period = {
        owner: playerOf(params.id),
        currency: query.currency,
        from: registeredAt,
        to: new Date(host.clock.now() + 1),
      };
      return { data: await statementPage(host.db, period, query.cursor) };
    }),
    ...noteHandlers(needs),
    act(host, contract.tagPlayer, async (tx, { operator, input: { params, body } }) => {
      const { id } = await personOf(needs, playerOf(params.id), tx);
      const { added, removed } = await people.changeTags(tx, id, { ...body, author: operator.name });
      const { tags } = await personOf(needs, id, tx);
      return {
        answer: { data: { tags: [...tags] } },
        auditAction:
          added.length + removed.length === 0
            ? null
            : { action: "player.tag", subject: `player:${id}`, reason: body.reason, after: { added, removed } },
      };
    }),
    act(host, contract.endPlayerSessions, async (tx, { input: { params, body } }) => {
      const { id } = await personOf(needs, playerOf(params.id), tx);
      await people.endSessions(tx, id);
      return {
        answer: undefined,
        auditAction: { action: "player.sign_out", subject: `player:${id}`, reason: body.reason },
      };
    }),
    act(host, contract.correctCountry, async (tx, { input: { params, body } }) => {
      const { id } = await personOf(needs, playerOf(params.id), tx);
      const [before] = await people.countries(id, tx);
      await people.correctCountry(tx, id, body.country);
      return {
        answer: undefined,
        auditAction: {
          action: "player.country",
          subject: `player:${id}`,
          reason: body.reason,
          before: { country: before?.country ?? null },
          after: { country: body.country },
        },
      };
    }),
    ...lockHandlers(needs),
    ...revealHandlers(needs),
  ];
}

async function personOf({ people }: Needs, player: PlayerId, on?: Queryable): Promise<PersonRow> {
  return (await people.of([player], on)).get(player) ?? fail(notFound);
}

async function readPlayer(needs: Needs, player: PlayerId) {
  const person = await personOf(needs, player);
  const { people, wallet, limits, review } = needs;
  const [balances, own, identity, sessions, notes, countries] = await Promise.all([
    wallet.balances(player),
    limits.limitsOf(player, person.currency),
    review.of(player),
    people.sessions(player),
    people.notes(player),
    people.countries(player),
  ]);
  return {
    person: personView(person),
    balances: balances.map(({ currency, real, bonus, vault }) => ({
      currency,
      real: formatAmount(real),
      bonus: formatAmount(bonus),
      vault: formatAmount(vault),
    })),
    limits: own.limits.map(({ kind, limit, currency, used }) => ({ kind, limit, currency, used })),
    break: own.break,
    identity: {
      status: identity.status,
      is_need: identity.is_need,
      reason: identity.reason,
      documents: identity.documents.length,
    },
    countries: countries.map(({ country, since, source }) => ({ country, since: since.toISOString(), source })),
    sessions: sessions.map(sessionView),
    notes: notes.map(noteView),
  };
}

function sessionView(session: SeenSession): contract.SessionView {
  return {
    id: session.id,
    hostname: session.hostname,
    ip: session.ip,
    user_agent: session.userAgent,
    created_at: session.createdAt.toISOString(),
    seen_at: session.seenAt.toISOString(),
    ended_at: session.endedAt?.toISOString() ?? null,
    end_reason: session.endReason,
  };
}

/** Personal data of a player unmasked: what the caller's session has revealed, and nothing else. */
function revealHandlers(needs: Needs): readonly Handler[] {
  const { host, people, reveals } = needs;
  return [
    act(host, contract.revealPlayer, async (tx, { operator, input: { params, body } }) => {
      const player = playerOf(params.id);
      if (!(await people.of([player], tx)).has(player)) fail(notFound);
      const fields = [...new Set(body.fields)];
      const { isNew, ...revealed } = await reveals.take(tx, operator, player, fields);
      const auditAction = { action: "player.reveal", subject: `player:${player}`, reason: body.reason };
      return {
        answer: { data: await revealedView(needs, tx, player, revealed) },
        auditAction: isNew ? { ...auditAction, after: { fields } } : null,
      };
    }),
    handle(contract.readRevealed, async ({ operator, input: { params } }) => {
      const player = playerOf(params.id);
      if (!(await people.of([player])).has(player)) fail(notFound);
      return { data: await revealedView(needs, host.db, player, await reveals.of(host.db, operator, player)) };
    }),
  ];
}

async function revealedView(
  { host, people, review }: Needs,
  db: Queryable,
  player: PlayerId,
  { fields, until }: Awaited<ReturnType<Reveals["of"]>>,
): Promise<contract.RevealedView> {
  const person = await people.of([player], db);
  const stated = await review.statedBy(db, player);
  const sessions = await people.sessions(player, db);
  const shown = (field: contract.PersonalField) => fields.includes(field);
  const known = person.get(player);
  return {
    seconds: until === null ? 0 : Math.max(0, Math.floor((until.getTime() - host.clock.now()) / 1000)),
    fields: contract.personalFields.filter(shown),
    values: {
      email: shown("email") ? (known?.email ?? null) : null,
      phone: shown("phone") ? (known?.phone ?? null) : null,
      legal_name: shown("legal_name") ? (stated?.name ?? null) : null,
      birth_dates: shown("birth_dates") ? [...(stated?.dates ?? [])] : [],
      addresses: shown("addresses") ? [...new Set(sessions.map(({ ip }) => ip))] : [],
    },
  };
}
