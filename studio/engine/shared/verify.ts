import type { Hashes } from "#kit/fair/hashes.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { canonicalJson, type Json } from "#kit/std/json.ts";
import { casinoAnswer, playSeeds, type SpinResult } from "./spin.ts";
import { type Currency, currencies, type Draw, type SlotGame, type SpinEvent, type Titles } from "./types.ts";

/** What the studio publishes of a round; both seeds are null until the player rotates them. Amounts are decimals in major units. */
export interface SpinRecord {
  readonly version: "fairhouse-1";
  readonly casino: string;
  /** The player's public name at that casino. */
  readonly player: string;
  readonly game: string;
  /** SHA-256 of the verifier module that settled the round. */
  readonly maths: string;
  readonly mode: string;
  readonly round: string;
  readonly nonce: number;
  readonly seed_hash: string;
  readonly casino_seed_hash: string;
  readonly client_seed: string;
  readonly answer: string;
  readonly currency: string;
  /** Of the base game. */
  readonly stake: string;
  readonly choices: readonly Json[];
  readonly draws: readonly Draw[];
  readonly events: readonly SpinEvent[];
  readonly multiple: { readonly numerator: number; readonly denominator: number };
  readonly capped: boolean;
  readonly payout: string;
  readonly pot_hit?: boolean;
  readonly seed: string | null;
  readonly casino_seed: string | null;
}

export interface VerifyStep {
  readonly key:
    | "known"
    | "revealed"
    | "commitment"
    | "casino_commitment"
    | "answer"
    | "words"
    | "draws"
    | "events"
    | "multiple"
    | "payout";
  readonly title: Titles;
  /** The computation, the same in every language. */
  readonly line: string;
  /** `equal` and `differs` compare with the record; `computed` leads to the next step; the other two end the check. */
  readonly state: "equal" | "differs" | "computed" | "not_revealed" | "unknown";
}

export type SpinVerdict = "matches" | "differs" | "not_revealed" | "unknown";

export function verdictOf(steps: readonly VerifyStep[]): SpinVerdict {
  for (const state of ["unknown", "not_revealed", "differs"] as const) {
    if (steps.some(step => step.state === state)) return state;
  }
  return "matches";
}

/** Works a round out from its seeds, step by step, and compares every part of the record. */
export function verifySpin(game: SlotGame, record: SpinRecord, hashes: Hashes = nobleHashes): readonly VerifyStep[] {
  const stake = parseStake(record.stake);
  if (!isKnown(game, record) || stake === undefined)
    return [step("known", `${record.game} ${record.version}`, "unknown")];
  const seed = bytesOf(record.seed);
  const casinoSeed = bytesOf(record.casino_seed);
  if (!seed || !casinoSeed) return [step("revealed", `${record.seed_hash} ${record.casino_seed_hash}`, "not_revealed")];
  const answer = casinoAnswer(hashes, casinoSeed, game.slug, record.nonce);
  const commitments = [
    compare("commitment", `sha256(${record.seed})`, toHex(hashes.sha256(seed)), record.seed_hash),
    compare(
      "casino_commitment",
      `sha256(${record.casino_seed})`,
      toHex(hashes.sha256(casinoSeed)),
      record.casino_seed_hash,
    ),
    compare(
      "answer",
      `hmac-sha256(${record.casino_seed}, fwp-1:${game.slug}:${record.nonce})[0..16]`,
      answer,
      record.answer,
    ),
  ];
  const seeds = { seed, clientSeed: record.client_seed, nonce: record.nonce, answer };
  const input = { game, mode: record.mode, currency: record.currency as Currency, stake };
  const context = `fairhouse-1:${game.slug}:${record.client_seed}:${record.nonce}:${answer}:0`;
  return [
    ...commitments,
    step("words", `hmac-sha256(${record.seed}, ${context})`, "computed"),
    ...comparePlay(record, playSeeds(hashes, input, seeds)),
  ];
}

function comparePlay(record: SpinRecord, result: SpinResult): VerifyStep[] {
  const drawn = result.draws.map(({ name, range, value }) => `${name}: ${value} of ${range}`).join(", ");
  const { numerator, denominator } = result.multiple;
  return [
    step("draws", drawn, sameJson(result.draws, record.draws)),
    step("events", `${result.events.length}`, sameJson(result.events, record.events)),
    step(
      "multiple",
      `${numerator}/${denominator}${result.capped ? " (max)" : ""}`,
      sameJson(
        [result.multiple, result.capped, result.potHit],
        [record.multiple, record.capped, record.pot_hit ?? false],
      ),
    ),
    compare("payout", `floor(${record.stake} × ${numerator}/${denominator})`, decimal(result.payout), record.payout),
  ];
}

function isKnown(game: SlotGame, record: SpinRecord): boolean {
  return (
    record.version === "fairhouse-1" &&
    record.game === game.slug &&
    Object.hasOwn(game.modes, record.mode) &&
    (currencies as readonly string[]).includes(record.currency) &&
    /^[A-Za-z0-9_-]{1,64}$/.test(record.client_seed) &&
    Number.isSafeInteger(record.nonce) &&
    record.nonce >= 0 &&
    game.stakes[record.currency as Currency].some(stake => parseStake(stake) === parseStake(record.stake))
  );
}

const sameJson = (computed: unknown, stated: unknown): VerifyStep["state"] =>
  canonicalJson(computed as Json) === canonicalJson(stated as Json) ? "equal" : "differs";

function compare(key: VerifyStep["key"], formula: string, computed: string, stated: string): VerifyStep {
  return step(key, `${formula} = ${computed}`, computed === stated ? "equal" : "differs");
}

function step(key: VerifyStep["key"], line: string, state: VerifyStep["state"]): VerifyStep {
  return { key, title: titles[key], line, state };
}

function bytesOf(hex: string | null): Uint8Array | undefined {
  const bytes = hex === null ? undefined : parseHex(hex);
  return bytes?.length === 32 ? bytes : undefined;
}

function parseStake(text: string): bigint | undefined {
  if (!/^(0|[1-9][0-9]{0,11})(\.[0-9]{1,6})?$/.test(text)) return undefined;
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, "0"));
}

/** Major units with as many decimals as the amount has. */
function decimal(amount: bigint): string {
  const fraction = (amount % 1_000_000n).toString().padStart(6, "0").replace(/0+$/, "");
  return `${amount / 1_000_000n}${fraction ? `.${fraction}` : ""}`;
}

const titles: Readonly<Record<VerifyStep["key"], Titles>> = {
  known: {
    en: "This file verifies another game or version",
    ru: "Этот файл проверяет другую игру или версию",
    kk: "Бұл файл басқа ойынды немесе нұсқаны тексереді",
  },
  revealed: {
    en: "The seeds are not revealed yet",
    ru: "Сиды ещё не раскрыты",
    kk: "Сидтер әлі ашылған жоқ",
  },
  commitment: {
    en: "The studio's seed has the hash that was shown before the bet",
    ru: "Хеш сида студии совпадает с показанным до ставки",
    kk: "Студия сидінің хеші бәске дейін көрсетілгенмен бірдей",
  },
  casino_commitment: {
    en: "The casino's seed has the hash that was shown before the bet",
    ru: "Хеш сида казино совпадает с показанным до ставки",
    kk: "Казино сидінің хеші бәске дейін көрсетілгенмен бірдей",
  },
  answer: {
    en: "The casino's answer to the bet follows from its seed",
    ru: "Ответ казино на ставку получен из его сида",
    kk: "Казиноның бәске жауабы оның сидінен шығады",
  },
  words: {
    en: "The first block of random words",
    ru: "Первый блок случайных слов",
    kk: "Кездейсоқ сөздердің бірінші блогы",
  },
  draws: {
    en: "The words give the recorded draws",
    ru: "Слова дают записанные выпадения",
    kk: "Сөздер жазылған нәтижелерді береді",
  },
  events: {
    en: "The draws give the recorded course of the round",
    ru: "Выпадения дают записанный ход раунда",
    kk: "Нәтижелер раундтың жазылған барысын береді",
  },
  multiple: {
    en: "The win as a multiple of the stake",
    ru: "Выигрыш как множитель ставки",
    kk: "Ұтыс бәстің еселігі ретінде",
  },
  payout: {
    en: "The payout, cut to a whole micro-unit",
    ru: "Выплата, отсечённая до целой микроединицы",
    kk: "Төлем, бүтін микробірлікке дейін қиылған",
  },
};
