import type { Tx } from "#kit/db/db.ts";
import { uuidV5 } from "#kit/host/uuid-v5.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { ProviderTx } from "#modules/wallet/server/index.ts";
import { type Difference, differenceOf, sameTx } from "../shared/differences.ts";
import type { StatementLine } from "../shared/provider-calls.ts";
import { type Candidate, type Judged, judge, type Named, nameOf, sideOf } from "./judge-differences.ts";
import type { ProviderNeeds } from "./needs.ts";
import type { Provider } from "./registry.ts";

/** How long a transaction may take to be final on both sides before it is missed. */
const settleMs = 15 * 60_000;
const overlapMs = 60 * 60_000;
const mostPages = 10_000;

/** Compares every provider's statement with the books, up to a quarter of an hour ago. A provider that does not answer is compared next time. */
export async function reconcileAll(needs: ProviderNeeds): Promise<void> {
  for (const provider of needs.registry.all) {
    try {
      await reconcile(needs, provider);
    } catch (error) {
      needs.host.log.error({ err: error, provider: provider.slug }, "Failed to reconcile with a provider");
    }
  }
}

export async function reconcile(needs: ProviderNeeds, provider: Provider): Promise<readonly Difference[]> {
  const { host, wallet } = needs;
  const { rows } = await host.db.query<{ until: Date }>(
    "SELECT until FROM providers.reconciled WHERE provider_id = $1",
    [provider.id],
  );
  const from = new Date(required(rows[0], "a connected provider").until.getTime() - overlapMs);
  const now = host.clock.now();
  const until = new Date(now - settleMs);
  // A provider's clock may be behind: its line of a transaction is earlier than ours.
  const current = { from: new Date(from.getTime() - settleMs), to: new Date(now) };
  const lines: StatementLine[] = [];
  for (const span of [...(await spansOfDifferences(needs, provider, current.from)), current])
    lines.push(...(await readStatement(needs, provider, span)));
  const theirs = lines.flatMap(line => entriesOf(provider, line));
  const ours = await wallet.providerRounds.txsInSpan(provider.account, from, until);
  const open = await openDifferencesOf(needs, provider);
  const here = byName(await wallet.providerRounds.txs([...theirs, ...open]));
  const there = new Set(theirs.map(nameOf));
  const differing = [
    ...theirs.flatMap(each => foundIn(each, here.get(nameOf(each)), until)),
    ...ours.filter(tx => tx.state !== "refused" && !there.has(nameOf(tx))).map(missingThere),
  ];
  // What was missing there before is not compared again, but a decision may account for it since.
  const before = open
    .flatMap(each => (there.has(nameOf(each)) ? [] : (here.get(nameOf(each)) ?? [])))
    .map(missingThere);
  const judged = await judge(needs, provider, { differing, before, stated: there });
  const found = judged.filter(({ isDecided }) => !isDecided);
  alarmSharedTxs(needs, provider, lines);
  await host.db.tx(async tx => {
    const isDiffering = new Set(differing.map(nameOf));
    const agreed = theirs.filter(each => !isDiffering.has(nameOf(each)));
    await resolve(tx, provider.id, agreed, new Date(now));
    await writeJudged(needs, tx, provider.id, judged);
    await tx.query("UPDATE providers.reconciled SET until = $2 WHERE provider_id = $1", [provider.id, until]);
  });
  if (found.length > 0) needs.alarms.raise(provider.id, "difference", "statement", { found: found.length });
  return found;
}

interface Span {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Around both sides of each open difference, as far as they are before `until`: its line may have come back or been corrected, and no other
 * comparison would read it.
 */
async function spansOfDifferences({ host }: ProviderNeeds, { id }: Provider, until: Date): Promise<readonly Span[]> {
  const { rows } = await host.db.query<Span>(
    `SELECT lower(span) AS "from", upper(span) AS "to" FROM (
       SELECT unnest(range_agg(tstzrange(at - $3::interval, least(at + $3::interval, $2)))) AS span
       FROM (SELECT (side ->> 'at')::timestamptz AS at
         FROM providers.differences CROSS JOIN LATERAL (VALUES (ours), (theirs)) AS sides (side)
         WHERE provider_id = $1 AND resolved_at IS NULL) d
       WHERE at - $3::interval < $2) spans
     ORDER BY span`,
    [id, until, `${settleMs} milliseconds`],
  );
  return rows;
}

/** What is open now, whatever is compared. */
async function openDifferencesOf({ host }: ProviderNeeds, { id }: Provider): Promise<readonly Named[]> {
  const { rows } = await host.db.query<Named>(
    "SELECT DISTINCT player_id AS player, tx_key AS key FROM providers.differences WHERE provider_id = $1 AND resolved_at IS NULL",
    [id],
  );
  return rows;
}

interface Entry extends Named {
  readonly line: StatementLine;
}

/** A line by its key in the books; the win of a bet-win has a key of its own there. */
function entriesOf(provider: Provider, line: StatementLine): readonly Entry[] {
  const player = line.player as PlayerId;
  const key = uuidV5(provider.id, line.tx as Uuid);
  if (line.kind !== "bet-win" || line.state !== "ok") return [{ line, player, key }];
  const win: StatementLine = { ...line, kind: "win", amount: line.win ?? "0" };
  return [
    { line, player, key },
    { line: win, player, key: uuidV5(key, "win") },
  ];
}

const byName = (txs: readonly ProviderTx[]) => new Map(txs.map(tx => [nameOf(tx), tx]));

/** A line that is final since less than a quarter of an hour may still be on its way here. */
function foundIn({ line, player, key }: Entry, ours: ProviderTx | undefined, until: Date): readonly Candidate[] {
  const isLate = new Date(line.at) <= until;
  const kind = line.state === "pending" || !isLate ? undefined : differenceOf(sameTx(line), ours && sideOf(ours));
  return kind === undefined ? [] : [{ player, key, kind, line, tx: ours }];
}

const missingThere = (tx: ProviderTx): Candidate => ({
  player: tx.player,
  key: tx.key,
  kind: "missing_there",
  line: undefined,
  tx,
});

async function readStatement(
  { client }: ProviderNeeds,
  provider: Provider,
  { from, to }: Span,
): Promise<readonly StatementLine[]> {
  const lines: StatementLine[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const query: Record<string, string> = {
      from: from.toISOString(),
      to: to.toISOString(),
      ...(cursor !== null && { cursor }),
    };
    const reply: { lines: StatementLine[]; next: string | null } = await client.call(provider, "statement", { query });
    lines.push(...reply.lines);
    cursor = reply.next;
    if (cursor === null) return lines;
  }
  throw new Error(`${provider.slug}: a statement without an end`);
}

/** One `tx` for two players is two keys here: each may be right on its own, and the provider is wrong. */
function alarmSharedTxs({ alarms }: ProviderNeeds, provider: Provider, lines: readonly StatementLine[]): void {
  const players = new Map<string, string>();
  for (const { tx, player } of lines) {
    const first = players.get(tx);
    if (first !== undefined && first !== player)
      alarms.raise(provider.id, "shared_tx", tx, { tx, players: [first, player] });
    players.set(tx, player);
  }
}

/** A difference that a decision accounts for is closed and names it. One that comes again is a new one. */
async function writeJudged({ host }: ProviderNeeds, tx: Tx, provider: Uuid, judged: readonly Judged[]): Promise<void> {
  const now = new Date(host.clock.now());
  for (const { player, key, kind, ours, theirs, decision, isDecided } of judged) {
    await tx.query(
      `INSERT INTO providers.differences AS d (id, provider_id, player_id, tx_key, kind, ours, theirs, found_at, resolved_at, decision)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (provider_id, player_id, tx_key, kind) DO UPDATE SET ours = excluded.ours, theirs = excluded.theirs, decision = excluded.decision,
         found_at = CASE WHEN d.resolved_at IS NULL THEN d.found_at ELSE excluded.found_at END,
         resolved_at = CASE WHEN excluded.resolved_at IS NULL THEN NULL ELSE coalesce(d.resolved_at, excluded.resolved_at) END`,
      [
        host.ids.next(),
        provider,
        player,
        key,
        kind,
        ours && JSON.stringify(ours),
        theirs && JSON.stringify(theirs),
        now,
        isDecided ? now : null,
        decision && JSON.stringify(decision),
      ],
    );
    // What differed otherwise before differs in this now.
    await tx.query(
      `UPDATE providers.differences SET resolved_at = $5, decision = NULL
       WHERE provider_id = $1 AND player_id = $2 AND tx_key = $3 AND kind <> $4 AND resolved_at IS NULL`,
      [provider, player, key, kind, now],
    );
  }
}

/** Both sides agree by now: a row is closed by what was booked, never by hand alone. No decision needs to account for it then. */
async function resolve(tx: Tx, provider: Uuid, agreed: readonly Named[], now: Date): Promise<void> {
  await tx.query(
    `UPDATE providers.differences d SET resolved_at = coalesce(d.resolved_at, $4), decision = NULL FROM unnest($2::uuid[], $3::uuid[]) AS i(player_id, tx_key)
     WHERE d.provider_id = $1 AND d.player_id = i.player_id AND d.tx_key = i.tx_key AND (d.resolved_at IS NULL OR d.decision IS NOT NULL)`,
    [provider, agreed.map(({ player }) => player), agreed.map(({ key }) => key), now],
  );
}
