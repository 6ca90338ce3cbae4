import * as z from "zod/mini";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { type WheelConfiguration, type WheelPrize, wheelConfiguration, wheelTickets } from "./rules.ts";

/** The limits of a version of the prizes, for drafts and for verifying spins. */

export const fewestSectors = 2;
export const mostSectors = 20;
/** The smallest step of a top prize, in micro-units: every share of it is a whole number of them. */
const step = 10_000;

/** The largest top prize that may be drafted, in micro-units: a thousand times the default. */
export function ceilingOf(currency: Currency): number {
  return wheelConfiguration.top[currency] * 1_000;
}

const prize = z.object({
  of: z.int("share_invalid").check(z.gte(1, "share_invalid"), z.lte(100, "share_invalid")),
  odds: z.int("weight_invalid").check(z.gte(1, "weight_invalid"), z.lte(wheelTickets, "weight_invalid")),
});

/** The sectors of the wheel. */
export const prizesField = z
  .array(prize, "sectors_invalid")
  .check(
    z.minLength(fewestSectors, "sectors_too_few"),
    z.maxLength(mostSectors, "sectors_too_many"),
    z.refine(inOrder, "shares_order"),
    z.refine(fillTheWheel, "weights_sum"),
  );

/** The first wins the whole top prize, each other less than the one before it. */
function inOrder(prizes: readonly WheelPrize[]): boolean {
  return prizes.every(({ of }, index) => (of === 100 ? index === 0 : index > 0 && of < (prizes[index - 1]?.of ?? 0)));
}

function fillTheWheel(prizes: readonly WheelPrize[]): boolean {
  return prizes.reduce((sum, { odds }) => sum + odds, 0) === wheelTickets;
}

const topPrize = z.int().check(z.gte(step), z.lte(Number.MAX_SAFE_INTEGER), z.multipleOf(step));

const configuration = z.strictObject({
  version: z.string().check(z.regex(/^wheel-[1-9][0-9]{0,8}$/)),
  tickets: z.literal(wheelTickets),
  top: z.record(z.string().check(z.regex(/^[A-Z]{3}$/)), topPrize),
  prizes: prizesField,
});

/** A published version; undefined for anything else. */
export function readConfiguration(given: unknown): WheelConfiguration | undefined {
  return configuration.safeParse(given).data as WheelConfiguration | undefined;
}

/** What an operator drafts: top prizes in micro-units and the sectors. */
export interface DraftedPrizes {
  readonly top: Readonly<Record<Currency, number>>;
  readonly prizes: readonly WheelPrize[];
}

export interface PrizesProblem {
  readonly field: "top" | "prizes";
  readonly key: string;
}

/** Why prizes cannot be drafted, or null. The office's form checks it while typing, the server again. */
export function problemOf({ top, prizes }: DraftedPrizes): PrizesProblem | null {
  for (const code of currencyCodes) {
    const sum = top[code];
    if (!topPrize.safeParse(sum).success) return { field: "top", key: "top_invalid" };
    if (sum > ceilingOf(code)) return { field: "top", key: "top_too_large" };
  }
  const read = prizesField.safeParse(prizes);
  return read.success ? null : { field: "prizes", key: read.error.issues[0]?.message ?? "sectors_invalid" };
}
