import { Failure, fail } from "#kit/contract/error-code.ts";
import { notFound, unavailable } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import { type Accounts, idOf, namesOf, playerOf } from "#modules/accounts/server/index.ts";
import type { Asker, RequestContent } from "#modules/approvals/server/index.ts";
import { act, requestAction } from "#modules/audit/server/index.ts";
import {
  changeProvider,
  closeAlarm,
  closeRound,
  connectProvider,
  type DifferenceRow,
  decidedDifferences,
  gameNamed,
  leavesInClosed,
  lineOf,
  listRoundsOfGame,
  makeKey,
  openAlarms,
  openAtProvider,
  openDifferences,
  type Provider,
  ProviderSilent,
  type ProvidersOffice,
  payOverCap,
  readFigures,
  readGamesFigures,
  readGamesIn,
  readMathsLog,
  reconciledUntil,
  revokeKey,
  seedPot,
  setGame,
  voidRound,
} from "#modules/providers/server/index.ts";
import { roundNotVoidable } from "../shared/errors.ts";
import * as contract from "./contract.ts";
import * as games from "./games-contract.ts";

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly providers: ProvidersOffice;
}

const pageSize = 200;
/** How long differences that decisions closed are listed. */
const decidedMs = 30 * 86_400_000;

/** Providers, their rounds and what differs, for operators. */
export function providerHandlers(needs: Needs): readonly Handler[] {
  return [
    ...settingsHandlers(needs),
    ...keyHandlers(needs),
    ...gameHandlers(needs),
    ...chatHandlers(needs),
    ...figureHandlers(needs),
    ...roundHandlers(needs),
    ...reconciliationHandlers(needs),
    ...potHandlers(needs),
  ];
}

const viewOf = ({ id, slug, title, number, keys, games, ...row }: Provider) => ({
  id,
  slug,
  title,
  number,
  base_url: row.baseUrl,
  frame_origin: row.frameOrigin,
  is_on: row.isOn,
  calls_per_second: row.callsPerSecond,
  addresses: [...row.addresses],
  keys: keys.map(({ id }) => id),
  games: [...games.values()].map(({ slug, manifest, maths, isEnabled }) => {
    return { slug, maths: manifest.maths, approved: maths, is_enabled: isEnabled };
  }),
});

function settingsHandlers({ host, providers: { registry } }: Needs): readonly Handler[] {
  return [
    handle(contract.readProviders, async () => ({ data: registry.all.map(viewOf) })),
    act(host, contract.connectProvider, async (tx, { input: { body } }) => {
      const { slug, title, base_url, frame_origin, reason } = body;
      const wanted = { slug, title, baseUrl: base_url, frameOrigin: frame_origin };
      const id = await connectProvider(host, registry, tx, wanted);
      const auditAction = { action: "provider.connect", subject: `provider:${id}`, reason, after: wanted };
      return { answer: { data: { id } }, auditAction };
    }),
    act(host, contract.changeProvider, async (tx, { input: { params, body } }) => {
      const { reason, title, base_url, frame_origin, is_on, addresses, calls_per_second } = body;
      const id = idOf(params.id);
      const before = registry.byId(id);
      await changeProvider(registry, tx, id, {
        title,
        baseUrl: base_url,
        frameOrigin: frame_origin,
        isOn: is_on,
        addresses,
        callsPerSecond: calls_per_second,
      });
      const { reason: _reason, ...changed } = body;
      const after = JSON.parse(JSON.stringify(changed)) as Json;
      const former = before && { is_on: before.isOn, addresses: [...before.addresses], base_url: before.baseUrl };
      const auditAction = {
        action: "provider.change",
        subject: `provider:${id}`,
        reason,
        before: former ?? null,
        after,
      };
      return { answer: undefined, auditAction };
    }),
  ];
}

function keyHandlers({ host, providers: { registry } }: Needs): readonly Handler[] {
  return [
    act(host, contract.makeProviderKey, async (tx, { input: { params, body } }) => {
      const key = await makeKey(host, registry, tx, idOf(params.id));
      const { reason } = body;
      const auditAction = {
        action: "provider.key_make",
        subject: `provider:${params.id}`,
        reason,
        after: { key: key.id },
      };
      return { answer: { data: key }, auditAction };
    }),
    act(host, contract.revokeProviderKey, async (tx, { input: { params, body } }) => {
      await revokeKey(host, registry, tx, idOf(params.id), params.key);
      const { reason } = body;
      const auditAction = {
        action: "provider.key_revoke",
        subject: `provider:${params.id}`,
        reason,
        after: { key: params.key },
      };
      return { answer: undefined, auditAction };
    }),
  ];
}

/** A provider that does not answer in time, or not as agreed, is unavailable. */
async function orUnavailable<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof Failure) throw error;
    const why = error instanceof ProviderSilent && { data: { why: error.message } };
    throw new Failure(unavailable, { retryAfter: 5, ...why });
  }
}

function gameHandlers({ host, providers }: Needs): readonly Handler[] {
  const { registry, needs } = providers;
  const known = (id: string) => registry.byId(idOf(id)) ?? fail(notFound);
  return [
    handle(contract.readMathsLog, async ({ input: { params } }) => {
      const { entries, brokenAt } = await orUnavailable(readMathsLog(needs, known(params.id)));
      return { data: { entries: [...entries], broken_at: brokenAt } };
    }),
    handle(contract.readOpenAtProvider, async ({ input: { params, query } }) => ({
      data: await orUnavailable(openAtProvider(needs, known(params.id), playerOf(query.player))),
    })),
    act(host, contract.readProviderGames, async (tx, { input: { params, body } }) => {
      const games = await orUnavailable(readGamesIn(needs, tx, known(params.id)));
      const after = { games: games.map(({ game, maths }) => ({ game, maths })) };
      const { reason } = body;
      const auditAction = { action: "provider.games_read", subject: `provider:${params.id}`, reason, after };
      return { answer: { data: { games: games.length } }, auditAction };
    }),
    act(host, contract.changeProviderGame, async (tx, { input: { params, body } }) => {
      const { reason, is_enabled, approve_maths } = body;
      const found = await setGame(tx, idOf(params.id), params.slug, is_enabled, approve_maths === true);
      if (!found) fail(notFound);
      await registry.changed(tx);
      const after = { game: params.slug, is_enabled, approve_maths: approve_maths === true };
      return {
        answer: undefined,
        auditAction: { action: "provider.game_change", subject: `provider:${params.id}`, reason, after },
      };
    }),
  ];
}

const hourMs = 3_600_000;

/** What players write at live tables. The provider keeps it; what operators do about it is in the audit log here. */
function chatHandlers({ host, people, providers: { registry, needs } }: Needs): readonly Handler[] {
  const known = (id: string) => registry.byId(idOf(id)) ?? fail(notFound);
  return [
    handle(contract.readTableChat, async ({ input: { params, query: given } }) => {
      const query = {
        ...(given.reported !== undefined && { reported: given.reported }),
        ...(given.cursor !== undefined && { cursor: given.cursor }),
      };
      const { messages, next } = await orUnavailable(needs.client.call(known(params.id), "chat", { query }));
      const nameOf = await namesOf(
        { people },
        messages.map(({ player }) => playerOf(player)),
      );
      return { data: { messages: messages.map(each => ({ ...each, player: nameOf(playerOf(each.player)) })), next } };
    }),
    act(host, contract.removeTableMessage, async (_tx, { input: { params, body } }) => {
      const asked = { params: { message: params.message }, body: {} };
      const { status } = await orUnavailable(needs.client.call(known(params.id), "chat/{message}/remove", asked));
      if (status !== "ok") fail(notFound);
      const { reason } = body;
      const after = { message: params.message };
      return {
        answer: undefined,
        auditAction: { action: "provider.chat_remove", subject: `provider:${params.id}`, reason, after },
      };
    }),
    act(host, contract.muteAtTables, async (_tx, { input: { params, body } }) => {
      const { player, hours, reason } = body;
      const end = hours === 0 ? null : new Date(host.clock.now() + (hours ?? 0) * hourMs).toISOString();
      const asked = { body: { player, ...(hours !== null && { until: end }) } };
      const { status } = await orUnavailable(needs.client.call(known(params.id), "chat/mute", asked));
      if (status !== "ok") fail(notFound);
      return {
        answer: undefined,
        auditAction: { action: "provider.chat_mute", subject: `player:${player}`, reason, after: { hours } },
      };
    }),
  ];
}

/** What was counted of each slot and live table, and their rounds. They are only read here. */
function figureHandlers({ host, people, providers: { registry } }: Needs): readonly Handler[] {
  const needs = { host, people, registry };
  const all = () => registry.all.flatMap(provider => [...provider.games.values()].map(game => ({ provider, game })));
  return [
    handle(games.readGamesOfProviders, async ({ operator, input: { query } }) => ({
      data: await readGamesFigures(needs, all(), query, operator.permissions.has("bets.figures.read")),
    })),
    handle(games.readGameOfProvider, async ({ operator, input: { params, query } }) => {
      const isShown = operator.permissions.has("bets.figures.read");
      const { games: found, ...counted } = await readGamesFigures(needs, [gameNamed(needs, params)], query, isShown);
      return { data: { ...counted, game: required(found[0], "one game") } };
    }),
    handle(games.readProviderGameFigures, async ({ input: { params, query } }) => ({
      data: await readFigures(needs, gameNamed(needs, params), query),
    })),
    handle(games.readRoundsOfProvider, async ({ input: { params, query } }) => ({
      data: await listRoundsOfGame(needs, gameNamed(needs, params), query),
    })),
  ];
}

function roundHandlers({ host, people, providers }: Needs): readonly Handler[] {
  const { needs } = providers;
  return [
    handle(contract.readProviderRounds, async ({ input: { query } }) => {
      const player = query.player === undefined ? {} : { player: playerOf(query.player) };
      const open = query.which === "all" ? {} : ({ status: "open" } as const);
      const rounds = await needs.wallet.providerRounds.rounds({ ...player, ...open, limit: pageSize });
      const nameOf = await namesOf(
        { people },
        rounds.map(each => each.player),
      );
      return {
        data: rounds.map(each => {
          const { has_proof: _proof, ...line } = lineOf(needs, each, false);
          return { ...line, player: nameOf(each.player) };
        }),
      };
    }),
    act(host, contract.decideProviderRound, async (tx, { operator, input: { params, body } }) => {
      const { player, decision, amount, reason } = body;
      const kind = decision === "allow" ? payOverCap : closeRound;
      const payload = { player, round: params.id, amount, ...(decision !== "allow" && { decision }) };
      const found = await needs.wallet.providerRounds.round(player as PlayerId, idOf(params.id));
      if (found?.status !== "open") return fail(notFound);
      return request(needs, tx, { kind, subject: `round:${params.id}`, payload, reason }, operator);
    }),
    act(host, contract.voidProviderRound, async (tx, { operator, input: { params, body } }) => {
      const { player, reason } = body;
      const found = await needs.wallet.providerRounds.voidable(tx, player as PlayerId, idOf(params.id));
      const { currency, why, returned, taken } = found ?? fail(notFound);
      if (why !== undefined) fail(roundNotVoidable, { data: { why } });
      if (await leavesInClosed(needs, tx, player as PlayerId, { returned, taken }))
        fail(roundNotVoidable, { data: { why: "closed" } });
      const sums = { stake: formatAmount(returned), win: formatAmount(taken), currency };
      const payload = Object.assign({ player, round: params.id }, sums);
      return request(needs, tx, { kind: voidRound, subject: `round:${params.id}`, payload, reason }, operator);
    }),
  ];
}

/** Asks for a second person's approval. */
async function request(
  { approvals }: ProvidersOffice["needs"],
  tx: Tx,
  content: RequestContent & { readonly kind: string },
  operator: Asker,
) {
  const { reason, ...after } = content;
  const asked = await approvals.ask(tx, content, operator);
  return {
    answer: { data: { request: asked.id, expires_at: asked.expiresAt.toISOString() } },
    auditAction: requestAction(asked, reason, after),
  };
}

function potHandlers({ host, providers: { needs } }: Needs): readonly Handler[] {
  return [
    handle(contract.readPots, async () => ({
      data: (await needs.wallet.providerRounds.pots(host.db)).map(({ currency, amount, reserve, owed, seed }) => ({
        currency,
        amount: formatAmount(amount),
        reserve: formatAmount(reserve),
        owed: formatAmount(owed),
        seed: formatAmount(seed),
      })),
    })),
    act(host, contract.seedPot, async (tx, { operator, input: { params, body } }) => {
      const { amount, reason } = body;
      const payload = { currency: params.currency, amount };
      return request(needs, tx, { kind: seedPot, subject: `pot:${params.currency}`, payload, reason }, operator);
    }),
  ];
}

function reconciliationHandlers({ host, people }: Needs): readonly Handler[] {
  return [
    handle(contract.readReconciliation, async () => {
      const differences = await openDifferences(host.db, pageSize);
      const since = new Date(host.clock.now() - decidedMs);
      const decided = await decidedDifferences(host.db, since, pageSize);
      const nameOf = await namesOf(
        { people },
        [...differences, ...decided].map(({ playerId }) => playerId),
      );
      const lineOfDifference = ({ playerId, foundAt, resolvedAt, ...row }: DifferenceRow) =>
        Object.assign(row, {
          player: nameOf(playerId),
          found_at: foundAt.toISOString(),
          resolved_at: resolvedAt?.toISOString() ?? null,
        });
      return {
        data: {
          compared: await reconciledUntil(host.db),
          differences: differences.map(lineOfDifference),
          decided: decided.map(lineOfDifference),
          alarms: (await openAlarms(host.db, pageSize)).map(({ lastAt, ...row }) => ({
            ...row,
            last_at: lastAt.toISOString(),
          })),
        },
      };
    }),
    act(host, contract.closeProviderAlarm, async (tx, { input: { params, body } }) => {
      const kind = await closeAlarm(tx, idOf(params.id), new Date(host.clock.now()));
      if (kind === undefined) fail(notFound);
      const { reason } = body;
      return {
        answer: undefined,
        auditAction: { action: "provider.alarm_close", subject: `alarm:${params.id}`, reason, after: { kind } },
      };
    }),
  ];
}
