import * as z from "zod/mini";
import type { ProvidedRound } from "#modules/bets/shared/contract.ts";

/** Titles by language. */
const titles = z.record(z.string().check(z.maxLength(10)), shortText());
const stepStates = ["equal", "differs", "computed", "not_revealed", "unknown"] as const;

/** What a verifier module returns: text of another company, of bounded size. */
export const moduleSteps = z
  .array(
    z.object({
      key: z.string().check(z.maxLength(60)),
      title: titles,
      line: z.string().check(z.maxLength(200_000)),
      state: z.enum(stepStates),
    }),
  )
  .check(z.minLength(1), z.maxLength(200));
export type ModuleStep = z.output<typeof moduleSteps>[number];

/** Runs `verify(record)` of a module that its hash vouches for, isolated, and returns what it returned, unchecked. */
export type RunModule = (module: string, record: object) => Promise<unknown>;

/** A comparison of the record with the casino's own books, text `providers:steps.{key}`; or a step of the module with its own titles. */
export interface RoundStep {
  readonly key: string;
  readonly title: ModuleStep["title"] | null;
  readonly line: string;
  readonly state: (typeof stepStates)[number];
}

export type RoundVerdict = "matches" | "differs" | "not_revealed" | "unknown";

export interface RoundVerification {
  readonly verdict: RoundVerdict;
  /** Why nothing could be computed, text `providers:reasons.{reason}`. */
  readonly reason: "no_record" | "no_module" | "module_failed" | null;
  readonly steps: readonly RoundStep[];
}

/**
 * Verifies a provider's round with the file that settled it. First the record is held against the casino's books and the file against
 * its hash; a file that is not the one is never run.
 */
export async function verifyProvidedRound(
  provided: ProvidedRound,
  module: string | null,
  { hashOf, run }: { readonly hashOf: (module: string) => string; readonly run: RunModule },
): Promise<RoundVerification> {
  const { record } = provided;
  if (record === null) return { verdict: "unknown", reason: "no_record", steps: [] };
  const books = bookSteps(provided, record);
  if (module === null) return ended(books, "no_module");
  const hash = hashOf(module);
  const steps = [...books, compared("module", `sha256 = ${hash}`, hash, record.maths)];
  if (hash !== record.maths) return ended(steps, null);
  const found = moduleSteps.safeParse(await run(module, record).catch(() => undefined));
  if (!found.success) return ended(steps, "module_failed");
  return ended([...steps, ...found.data.map(step => withoutPayoutOfVoid(step, provided))], null);
}

function ended(steps: readonly RoundStep[], reason: RoundVerification["reason"]): RoundVerification {
  const has = (state: RoundStep["state"]) => steps.some(step => step.state === state);
  if (has("differs")) return { verdict: "differs", reason, steps };
  if (reason !== null || has("unknown")) return { verdict: "unknown", reason, steps };
  return { verdict: has("not_revealed") ? "not_revealed" : "matches", reason, steps };
}

/** A void round paid nothing: what it would have paid is shown and compared with nothing. */
function withoutPayoutOfVoid(step: ModuleStep, { state }: ProvidedRound): RoundStep {
  return state === "void" && step.key === "payout" ? { ...step, state: "computed" } : step;
}

type ProviderRecord = NonNullable<ProvidedRound["record"]>;

function bookSteps({ slug, currency, win, state, own }: ProvidedRound, record: ProviderRecord): RoundStep[] {
  const same = (key: string, ours: string | number | null, theirs: unknown) =>
    ours === null ? [] : [compared(key, String(ours), String(ours), textOf(theirs))];
  const amounts = (key: string, ours: string | null, theirs: unknown) =>
    ours === null ? [] : [compared(key, `${ours} ${currency}`, canonical(ours), canonical(textOf(theirs)))];
  return [
    ...same("game", slug, record.game),
    ...same("currency", currency, record.currency),
    ...same("round", own?.round ?? null, record.round),
    ...amounts("stake", own?.base ?? null, record.stake),
    ...(state === "closed" ? amounts("win", win, record.payout) : []),
    ...same("nonce", own?.nonce ?? null, record.nonce),
    ...same("answer", own?.answer ?? null, record.answer),
    ...same("casino_seed_hash", own?.casino_seed_hash ?? null, record.casino_seed_hash),
    ...same("provider_seed_hash", own?.provider_seed_hash ?? null, record.seed_hash),
    ...(record.casino_seed === null ? [] : same("casino_seed", own?.casino_seed ?? null, record.casino_seed)),
    ...(record.seed === null ? [] : same("provider_seed", own?.provider_seed ?? null, record.seed)),
    ...(own ? rulesStep(own.rules_version, record) : []),
  ];
}

/** The bet names the maths by its first 16 digits. */
function rulesStep(version: string, { maths, game }: ProviderRecord): RoundStep[] {
  if (version.endsWith("@stated")) return [];
  return [compared("maths", version, version, `${textOf(game)}@${textOf(maths).slice(0, 16)}`)];
}

function compared(key: string, line: string, ours: string, theirs: unknown): RoundStep {
  const equal = ours === theirs;
  const found = equal ? line : `${line} ≠ ${textOf(theirs).slice(0, 200)}`;
  return { key, title: null, line: found, state: equal ? "equal" : "differs" };
}

const textOf = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "–");

/** A decimal without zeros that say nothing: `1.50` and `1.5` are one amount. */
const canonical = (amount: string) => (amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount);

function shortText() {
  return z.string().check(z.maxLength(400));
}
