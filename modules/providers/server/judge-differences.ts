import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import { uuidV5 } from "#kit/host/uuid-v5.ts";
import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { ProviderTx, RoundDecision } from "#modules/wallet/server/index.ts";
import { accountsFor, type Difference, type DifferenceKind, type Side, sameTx } from "../shared/differences.ts";
import type { StatementLine } from "../shared/provider-calls.ts";
import type { ProviderNeeds } from "./needs.ts";
import type { Provider } from "./registry.ts";

export interface Named {
  readonly player: PlayerId;
  readonly key: Uuid;
}

export const nameOf = ({ player, key }: Named) => `${player}/${key}`;

/** Where statement and books differ, whatever was decided. */
export interface Candidate extends Named {
  readonly kind: DifferenceKind;
  readonly line: StatementLine | undefined;
  readonly tx: ProviderTx | undefined;
}

/** A difference, and the decision about its round: one that accounts for it, or that it differs from too. */
export interface Judged extends Difference {
  readonly decision: Json;
  readonly isDecided: boolean;
}

export interface Compared {
  readonly differing: readonly Candidate[];
  /** Found in earlier runs and not compared in this one: of it only what is decided is returned. */
  readonly before: readonly Candidate[];
  /** Names of all that was read of statements in this run. */
  readonly stated: ReadonlySet<string>;
}

/** Compares with what two operators decided. */
export async function judge(
  { host, wallet }: ProviderNeeds,
  provider: Provider,
  { differing, before, stated }: Compared,
): Promise<readonly Judged[]> {
  const known = new Set(differing.map(nameOf));
  const others = before.filter(each => !known.has(nameOf(each)));
  const players = [...new Set([...differing, ...others].map(({ player }) => player))];
  const decisions = players.length === 0 ? [] : await wallet.providerRounds.decisions(provider.account, players);
  const earlier = players.length === 0 ? [] : await readPaidWins(host.db, provider, players);
  const wins = sumsOfWins(provider, [...earlier.filter(each => !stated.has(nameOf(each))), ...missingWins(differing)]);
  const judgeOne = (each: Candidate) => judged(provider, decisions, wins, each);
  return [...differing.map(judgeOne), ...others.map(judgeOne).filter(({ isDecided }) => isDecided)];
}

/** The casino's name of a line's round. */
const roundOf = (provider: Provider, { round }: StatementLine): Uuid => uuidV5(provider.id, round as Uuid);

function judged(
  provider: Provider,
  decisions: readonly RoundDecision[],
  wins: ReadonlyMap<string, Micros>,
  candidate: Candidate,
): Judged {
  const { player, key, kind, line, tx } = candidate;
  const round = line && roundOf(provider, line);
  const own = decisions.filter(
    each => each.player === player && (each.round === round || each.round === tx?.round || each.bets.includes(key)),
  );
  const theirs = line && sideOfLine(line, wins.get(roundName(provider, player, line)));
  const differing = { key, kind, theirs, ours: tx && sideOf(tx) };
  const accounting = own.find(each => accountsFor(each, differing));
  const decision = accounting ?? own.at(-1);
  return {
    player,
    key,
    kind,
    ours: tx ? plain(tx) : null,
    theirs: (line ?? null) as unknown as Json,
    decision: decision ? decisionView(decision) : null,
    isDecided: accounting !== undefined,
  };
}

interface StatedWin extends Named {
  readonly line: StatementLine;
}

/** Wins that are not here and stand there. */
const missingWins = (differing: readonly Candidate[]): readonly StatedWin[] =>
  differing.flatMap(({ player, key, kind, line }) =>
    kind === "missing_here" && line?.kind === "win" && line.state === "ok" ? [{ player, key, line }] : [],
  );

/** Wins of earlier runs that are not here and for which a decision accounts, as far as nothing else was stated of them since. */
async function readPaidWins(
  on: Queryable,
  { id }: Provider,
  players: readonly PlayerId[],
): Promise<readonly StatedWin[]> {
  const { rows } = await on.query<StatedWin>(
    `SELECT player_id AS player, tx_key AS key, theirs AS line FROM providers.differences
     WHERE provider_id = $1 AND player_id = ANY ($2::uuid[]) AND kind = 'missing_here' AND resolved_at IS NOT NULL AND decision ->> 'kind' = 'paid'`,
    [id, uuidArray(players)],
  );
  return rows;
}

const roundName = (provider: Provider, player: PlayerId, line: StatementLine) =>
  `${player}/${roundOf(provider, line)}/${line.currency}`;

/** Wins of a round added up, each once however often it is stated: what was decided of the round is one win. */
function sumsOfWins(provider: Provider, wins: readonly StatedWin[]): ReadonlyMap<string, Micros> {
  const sums = new Map<string, Micros>();
  for (const { player, line } of new Map(wins.map(win => [nameOf(win), win])).values()) {
    const name = roundName(provider, player, line);
    sums.set(name, micros((sums.get(name) ?? 0n) + sameTx(line).amount));
  }
  return sums;
}

function sideOfLine(line: StatementLine, wins: Micros | undefined): Side {
  const side = sameTx(line);
  return { ...side, amount: side.kind === "win" ? (wins ?? side.amount) : side.amount };
}

export const sideOf = ({ kind, currency, amount, state }: ProviderTx): Side => ({ kind, currency, amount, state });

const plain = ({ amount, pot, at, ...rest }: ProviderTx): Json => ({
  ...rest,
  amount: String(amount),
  pot: pot === null ? null : String(pot),
  at: at.toISOString(),
});

const decisionView = ({ kind, request, amount, currency, at }: RoundDecision): Json => ({
  kind,
  request,
  amount: amount === null ? null : formatAmount(amount),
  currency,
  at: at.toISOString(),
});
