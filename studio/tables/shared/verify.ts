import { chainHash, dueAt, isSignedRound } from "#kit/fair/beacon.ts";
import { leadsToHead } from "#kit/fair/chain.ts";
import type { Hashes } from "#kit/fair/hashes.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { canonicalJson, type Json } from "#kit/std/json.ts";
import { type Currency, currencies } from "#studio/engine/shared/types.ts";
import { entryLine, rootOf } from "./entries.ts";
import type { Placed } from "./placed.ts";
import type { RecordedBet, TableRecord } from "./record.ts";
import { roundWords } from "./round-words.ts";
import { beaconAfterMs, type TableGame } from "./table-game.ts";
import { choicesIn, followsMoves, resultOf } from "./turns.ts";
import { type StepKey, type StepState, titles, type VerifyStep } from "./verify-steps.ts";

/** Works out a round of a live table from its link and its beacon value, step by step, and compares every part of the record. */
export function verifyTable(game: TableGame, record: TableRecord, hashes: Hashes = nobleHashes): readonly VerifyStep[] {
  const link = parseHex(record.link);
  const head = parseHex(record.chain.head);
  if (!isKnown(game, record) || link?.length !== 32 || head?.length !== 32)
    return [step("known", `${record.game} ${record.version}`, "unknown")];
  const chain = [
    compare("link_hash", `sha256(${record.link})`, toHex(hashes.sha256(link)), record.link_hash),
    step(
      "chain",
      `sha256^${record.index}(${record.link}) = ${record.chain.head}`,
      equal(leadsToHead(hashes, link, record.index, head)),
    ),
    step("salt", `${record.chain.salt_round}: ${record.chain.salt}`, equal(isSaltSigned(record))),
  ];
  const entries = record.bets.flatMap(bet => (bet.entry === null ? [] : [entryStep(hashes, record, bet, bet.entry)]));
  const { value } = record.beacon;
  if (value === null) return [...chain, ...entries, step("beacon", String(record.beacon.round), "computed")];
  return [...chain, ...beaconSteps(record, value), ...entries, ...drawSteps(game, record, link, value, hashes)];
}

function isSaltSigned({ chain, beacon: { info } }: TableRecord): boolean {
  const signed = { round: chain.salt_round, randomness: chain.salt, signature: chain.salt_signature };
  return isSignedRound(signed, info.public_key) && dueAt(info, chain.salt_round) > Date.parse(chain.published_at);
}

function beaconSteps({ beacon, close, state }: TableRecord, value: string): VerifyStep[] {
  const { info, round } = beacon;
  const due = dueAt(info, round);
  const signed = { round, randomness: value, signature: beacon.signature ?? "" };
  const isGood = chainHash(info) === info.hash && isSignedRound(signed, info.public_key);
  const closes = Date.parse(close.closes_at);
  const published = close.published_at === null ? Number.NaN : Date.parse(close.published_at);
  const inTime = due >= closes + beaconAfterMs && published >= closes && published < due;
  return [
    step("beacon", `${round}: ${value}`, equal(isGood)),
    step(
      "order",
      `${close.closes_at} < ${close.published_at ?? "–"} < ${new Date(due).toISOString()}`,
      state === "void" ? "computed" : equal(inTime),
    ),
  ];
}

function entryStep(hashes: Hashes, record: TableRecord, bet: RecordedBet, entry: number): VerifyStep {
  const line = entryLine(entry, { id: record.entry_id, currency: record.currency, layout: placed(bet) });
  const path = bet.path.map(({ side, hash }) => ({ side, hash: parseHex(hash) ?? new Uint8Array(0) }));
  return compare("entry", line, rootOf(hashes, line, path), record.close.entries_hash ?? "–");
}

function drawSteps(
  game: TableGame,
  record: TableRecord,
  link: Uint8Array,
  value: string,
  hashes: Hashes,
): VerifyStep[] {
  const { index, chain, beacon, state } = record;
  const source = { table: game.slug, round: index, link, salt: chain.salt, beaconRound: beacon.round };
  const words = roundWords(hashes, { ...source, beaconValue: value });
  const outcome = resultFrom(game, record, words);
  const [message = ""] = words.blocks.map(block => block.message);
  const computed = step("words", `hmac-sha256(${record.link}, ${message})`, "computed");
  if (outcome === undefined)
    return [computed, step("outcome", canonicalJson(record.outcome), state === "void" ? "computed" : "differs")];
  const shown = step(
    "outcome",
    canonicalJson(outcome),
    record.outcome === null && state === "void"
      ? "computed"
      : equal(canonicalJson(outcome) === canonicalJson(record.outcome)),
  );
  const layout = record.bets.flatMap(placed);
  const stake = formatAmount(layout.reduce((sum, { amount }) => sum + amount, 0n));
  const payout = formatAmount(game.payout(outcome, layout));
  if (state === "void") return [computed, shown, step("payout", payout, "computed")];
  return [
    computed,
    shown,
    ...furtherSteps(game, record),
    compare(
      "stake",
      layout.map(({ spot, amount }) => `${spot} ${formatAmount(amount)}`).join(" + "),
      stake,
      record.stake,
    ),
    compare("payout", record.currency, payout, record.payout),
  ];
}

/** Where players decide, the recorded decisions with the cards that these words give them. */
function resultFrom(game: TableGame, { outcome }: TableRecord, words: WordStream): Json | undefined {
  if (!game.turns) return game.draw(words);
  const choices = choicesIn(outcome);
  return choices && resultOf(game.turns, words, choices);
}

/** Stakes that were taken with moves are not in the list of bets: the moves say which they are. */
function furtherSteps({ turns }: TableGame, { outcome, bets }: TableRecord): VerifyStep[] {
  if (!turns) return [];
  const [first, further] = [bets.filter(({ entry }) => entry !== null), bets.filter(({ entry }) => entry === null)];
  const taken = further.flatMap(placed);
  const moves = choicesIn(outcome)?.moves ?? [];
  const isRight =
    followsMoves(turns, moves, first.flatMap(placed), taken) &&
    !first.flatMap(placed).some(({ spot }) => turns.isFurther(spot));
  const line = taken.map(({ spot, amount }) => `${spot} ${formatAmount(amount)}`).join(" + ");
  return [step("further", line || "–", equal(isRight))];
}

const placed = ({ layout }: RecordedBet): Placed[] =>
  layout.map(({ spot, amount }) => ({ spot, amount: parseDecimal(amount) }));

const decimal = /^(0|[1-9][0-9]{0,11})(\.[0-9]{1,6})?$/;

function isKnown(game: TableGame, record: TableRecord): boolean {
  return (
    record.version === "fairhouse-1" &&
    record.game === game.slug &&
    (currencies as readonly string[]).includes(record.currency as Currency) &&
    Number.isSafeInteger(record.index) &&
    record.index > 0 &&
    record.index <= record.chain.length &&
    [record.stake, record.payout].every(amount => decimal.test(amount)) &&
    record.bets.every(({ layout }) =>
      layout.every(({ spot, amount }) => (game.hasSpot(spot) || game.turns?.isFurther(spot)) && decimal.test(amount)),
    )
  );
}

const equal = (isEqual: boolean): StepState => (isEqual ? "equal" : "differs");

function compare(key: StepKey, formula: string, computed: string, stated: string): VerifyStep {
  return step(key, `${formula} = ${computed}`, equal(computed === stated));
}

function step(key: StepKey, line: string, state: StepState): VerifyStep {
  return { key, title: titles[key], line, state };
}
