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

/**
 * Compares with what two operators decided. `before` is what was found in earlier runs and not compared in this one: of it only what is
 * decided is returned.
 */
export async function judge(
  { wallet }: ProviderNeeds,
  provider: Provider,
  differing: readonly Candidate[],
  before: readonly Candidate[],
): Promise<readonly Judged[]> {
  const known = new Set(differing.map(nameOf));
  const others = before.filter(each => !known.has(nameOf(each)));
  const players = [...new Set([...differing, ...others].map(({ player }) => player))];
  const decisions = players.length === 0 ? [] : await wallet.providerRounds.decisions(provider.account, players);
  const wins = sumsOfWins(provider, differing);
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
  const theirs = line && sideOfLine(line, round && wins.get(`${player}/${round}`));
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

/** Wins of a round that are not here, together: what was decided of it is one win. */
function sumsOfWins(provider: Provider, differing: readonly Candidate[]): ReadonlyMap<string, Micros> {
  const sums = new Map<string, Micros>();
  for (const { player, kind, line } of differing) {
    if (kind !== "missing_here" || line?.kind !== "win") continue;
    const name = `${player}/${roundOf(provider, line)}`;
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
