import * as z from "zod/mini";

const port = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65_535));

const settings = z.object({
  ODDS_PORT: port,
  ODDS_LISTEN: z._default(z.string(), "127.0.0.1"),
  /** Where keys, frames and commands are stored. */
  ODDS_DATA: z.string().check(z.minLength(1)),
  /** Seed of leagues, calendars and players; never of results. */
  ODDS_SEED: z._default(z.string().check(z.maxLength(100)), "fairhouse"),
  /** Days of the calendar that pass in a day. */
  ODDS_SPEED: z._default(z.coerce.number().check(z.minimum(0.1), z.maximum(100)), 1),
  /** Seed of the Ed25519 key, 32 bytes in hex; without it a random one is stored in ODDS_DATA. */
  ODDS_SIGNING_KEY: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  ODDS_CHAOS: z._default(z.enum(["on", "off"]), "on"),
});
export type OddsSettings = z.infer<typeof settings>;

/** The provider's settings; throws a message that names what is wrong. */
export function readOddsSettings(environment: Readonly<Record<string, string | undefined>>): OddsSettings {
  const read = settings.safeParse(environment);
  if (!read.success) throw new Error(`Settings of the odds provider:\n${z.prettifyError(read.error)}`);
  return read.data;
}
