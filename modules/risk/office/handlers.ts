import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import { pageFrom } from "#kit/contract/page-of.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import { type Accounts, idOf, namesOf } from "#modules/accounts/server/index.ts";
import type { Approvals, Asker } from "#modules/approvals/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import { askForfeit, bonusOf } from "#modules/bonuses/server/index.ts";
import { type CaseRow, type Risk, readCluster, readLinks, riskStore } from "#modules/risk/server/index.ts";
import type { Link } from "#modules/risk/shared/links.ts";
import type { Signal } from "#modules/risk/shared/signals.ts";
import * as contract from "./contract.ts";
import { ruleHandlers } from "./rule-handlers.ts";

const rowsAtOnce = 50;
/** Open cases are read whole: each is due within hours. */
const mostOpen = 500;

interface Needs {
  readonly host: Host;
  readonly people: Accounts["people"];
  readonly approvals: Pick<Approvals, "ask">;
  readonly risk: Pick<Risk, "cases" | "needs">;
}

type Named = Awaited<ReturnType<typeof namesOf>>;

/** Risk: cases, scores, links between accounts. */
export function riskHandlers(needs: Needs): readonly Handler[] {
  return [...readHandlers(needs), ...actHandlers(needs), ...ruleHandlers(needs)];
}

function readHandlers(needs: Needs): readonly Handler[] {
  const { host } = needs;
  return [
    handle(contract.readRiskCases, async ({ operator, input: { query } }) => {
      const isOpen = query.state !== "closed";
      const before = query.cursor === undefined ? null : (parseUuid(query.cursor) ?? refuseCursor());
      const rows = isOpen
        ? await riskStore.openCases(host.db, mostOpen)
        : await riskStore.closedCases(host.db, before, rowsAtOnce + 1);
      const named = await namesOf(needs, playersIn(rows));
      const items = rows.map(row => caseView(row, named, operator.id));
      return { data: pageFrom(items, isOpen ? mostOpen : rowsAtOnce, ({ id }) => id) };
    }),
    handle(contract.readRiskScores, async ({ input: { query } }) => {
      const after = query.cursor === undefined ? null : positionOf(query.cursor);
      const rows = await riskStore.highScores(host.db, after, rowsAtOnce + 1);
      const named = await namesOf(needs, playersIn(rows));
      const items = rows.map(({ playerId, score, signals, scoredAt }) => ({
        player: named(playerId),
        score,
        signals: signalViews(signals, named),
        scored_at: scoredAt.toISOString(),
      }));
      return { data: pageFrom(items, rowsAtOnce, ({ score, player }) => `${score}.${player.id}`) };
    }),
    handle(contract.readRiskOf, async ({ operator, locale, input: { params } }) => ({
      data: await fileOf(needs, idOf(params.id) as unknown as PlayerId, { operator: operator.id, locale }),
    })),
  ];
}

async function fileOf(
  needs: Needs,
  player: PlayerId,
  { operator, locale }: { readonly operator: Uuid; readonly locale: Locale },
): Promise<contract.RiskOfPlayer> {
  const { host } = needs;
  const now = new Date(host.clock.now());
  if (!(await needs.people.of([player])).has(player)) fail(notFound);
  const row = await riskStore.scoreRow(host.db, player);
  const links = await readLinks(host.db, [player], now);
  const { accounts, links: among, isCut } = await readCluster(host.db, player, now);
  const cases = await riskStore.casesOf(host.db, player, rowsAtOnce);
  const named = await namesOf(needs, [
    player,
    ...accounts,
    ...links.map(({ to }) => to as PlayerId),
    ...playersIn([...cases, ...(row ? [row] : [])]),
  ]);
  const views = [];
  for (const each of cases) {
    const bonus = each.bonusId && (await bonusOf(host.db, { player, locale, now }, each.bonusId));
    const shown = bonus
      ? { id: bonus.id, name: bonus.name, amount: bonus.amount, currency: bonus.currency, status: bonus.status }
      : null;
    views.push({ ...caseView(each, named, operator), bonus: shown });
  }
  return {
    player: named(player),
    score: row?.score ?? 0,
    signals: signalViews(row?.signals ?? [], named),
    scored_at: row?.scoredAt.toISOString() ?? null,
    links: links.map(link => linkView(link, named)),
    household: accounts.map(named),
    household_links: among
      .filter(({ from, to }) => from !== player && to !== player)
      .map(link => linkView(link, named)),
    household_cut: isCut,
    cases: views,
  };
}

function actHandlers({ host, risk, approvals }: Needs): readonly Handler[] {
  return [
    act(host, contract.claimRiskCase, async (tx, { operator, input: { params } }) => {
      const { playerId, claimedName } = await risk.cases.claim(tx, idOf(params.id), operator);
      return {
        answer: undefined,
        auditAction: {
          action: "risk.claim",
          subject: `player:${playerId}`,
          before: { claimed_by: claimedName },
          after: { claimed_by: operator.name },
        },
      };
    }),
    act(host, contract.decideRiskCase, async (tx, { operator, input: { params, body } }) => {
      const { outcome, reason } = body;
      const found = await risk.cases.decide(tx, idOf(params.id), { outcome, by: operator });
      const request =
        outcome === "fraud" ? await forfeitOf({ host, approvals }, tx, found, { reason, by: operator }) : null;
      return {
        answer: { data: { request } },
        auditAction: {
          action: "risk.decide",
          subject: `player:${found.playerId}`,
          reason,
          before: { kind: found.kind, score: found.score },
          after: { outcome, request },
        },
      };
    }),
  ];
}

async function forfeitOf(
  needs: Pick<Needs, "host" | "approvals">,
  tx: Tx,
  { bonusId, playerId, signals }: CaseRow,
  { reason, by }: { readonly reason: string; readonly by: Asker },
): Promise<Uuid | null> {
  if (bonusId === null) return null;
  const cause = signals.some(({ name }) => name === "linked_claim") ? "linked_accounts" : "terms";
  const { request } = await askForfeit(needs, tx, { id: bonusId, player: playerId, cause }, reason, by);
  return request.id;
}

function playersIn(
  rows: readonly { readonly playerId: PlayerId; readonly signals: readonly Signal[] }[],
): readonly PlayerId[] {
  return rows.flatMap(({ playerId, signals }) => [
    playerId,
    ...signals.flatMap(({ players }) => players as readonly PlayerId[]),
  ]);
}

const signalViews = (signals: readonly Signal[], named: Named): contract.RiskSignals =>
  signals.map(({ name, points, players, count }) => ({
    name,
    points,
    players: players.map(id => named(id as PlayerId)),
    count,
  }));

const linkView = ({ from, to, kinds, since, weight }: Link, named: Named): contract.RiskLink => ({
  from: named(from as PlayerId),
  to: named(to as PlayerId),
  kinds: [...kinds],
  since: since.toISOString(),
  weight,
});

function caseView(row: CaseRow, named: Named, operator: Uuid): contract.RiskCase {
  const { id, kind, score, claimedBy, outcome } = row;
  const rule = row.ruleId === null ? null : { id: row.ruleId, name: row.ruleName ?? "", version: row.ruleVersion ?? 0 };
  return {
    id,
    player: named(row.playerId),
    kind,
    rule,
    score,
    signals: signalViews(row.signals, named),
    opened_at: row.openedAt.toISOString(),
    due_at: row.dueAt.toISOString(),
    waits_until: row.waitsUntil?.toISOString() ?? null,
    claimed_by: row.claimedName,
    mine: claimedBy === operator,
    closed_at: row.closedAt?.toISOString() ?? null,
    closed_by: row.closedBy,
    outcome,
  };
}

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
