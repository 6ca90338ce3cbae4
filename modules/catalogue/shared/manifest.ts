import * as z from "zod/mini";
import { currencyCodes } from "#kit/money/currency.ts";
import { gameKinds, symbolRoles } from "./facts.ts";

const decimal = z.string().check(z.regex(/^(0|[1-9][0-9]{0,8})(\.[0-9]{1,6})?$/));
const title = z.string().check(z.minLength(1), z.maxLength(80), z.regex(/^[^\p{Cc}\p{Cs}]*\S[^\p{Cc}\p{Cs}]*$/u));
const word = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(40));
const picture = z.string().check(z.regex(/^\/[A-Za-z0-9/._-]{1,200}$/));
const percent = decimal.check(z.refine(text => Number(text) > 0 && Number(text) <= 100));
const whole = z.int().check(z.gte(1), z.lte(2_000_000_000));
const currency = z.enum(currencyCodes as [string, ...string[]]);
const stakes = z.array(decimal).check(
  z.minLength(1),
  z.maxLength(200),
  z.refine(list => list.every((stake, index) => Number(stake) > Number(list[index - 1] ?? 0))),
);

const text = z.string().check(z.minLength(1), z.maxLength(600), z.regex(/^[^\p{Cc}\p{Cs}]*\S[^\p{Cc}\p{Cs}]*$/u));
const titles = z.object({ en: title, ru: title, kk: title });

/** Features and paytable, for the page of a game. */
const rulesSchema = z.object({
  features: z
    .array(z.object({ symbol: z.nullable(word), title: titles, text: z.object({ en: text, ru: text, kk: text }) }))
    .check(z.maxLength(6)),
  paytable: z.nullable(
    z.object({
      counts: z.enum(["exact", "at_least"]),
      symbols: z
        .array(
          z.object({
            symbol: word,
            title: titles,
            role: z.enum(symbolRoles),
            picture: z.optional(picture),
            pays: z.array(z.object({ count: whole, multiple: decimal })).check(z.maxLength(12)),
          }),
        )
        .check(z.minLength(1), z.maxLength(30)),
    }),
  ),
  par: z.optional(picture),
});
export type GameRules = z.output<typeof rulesSchema>;

/** What a provider says of one game: what the catalogue reads of it. Other keys are ignored. */
export const manifestSchema = z.object({
  game: z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(80)),
  kind: z.enum(gameKinds),
  title: titles,
  tags: z.array(word).check(z.maxLength(40)),
  volatility: z.int().check(z.gte(1), z.lte(5)),
  /** Percent. */
  hit_rate: z.nullable(percent),
  /** Multiples of the stake. */
  max_win: decimal,
  max_win_odds: z.nullable(z.int().check(z.gte(1))),
  modes: z
    .array(z.object({ mode: word, rtp: percent, buy: z.optional(decimal) }))
    .check(z.minLength(1), z.maxLength(20)),
  lines: z.nullable(whole),
  ways: z.nullable(whole),
  stakes: z.partialRecord(currency, stakes),
  demo: z.boolean(),
  phone: z.boolean(),
  jackpot: z.nullable(z.object({ pool: z.string() })),
  maths: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  /** Paths of pictures at the provider. */
  art: z.optional(z.object({ tile: z.optional(picture), scene: z.optional(picture), logo: z.optional(picture) })),
  rules: z.optional(rulesSchema),
});
export type GameManifest = z.output<typeof manifestSchema>;
