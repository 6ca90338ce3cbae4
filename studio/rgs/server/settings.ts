import * as z from "zod/mini";
import { type Beacon, createBeaconClient } from "#kit/http/beacon-client.ts";

const httpOrigin = z.string().check(z.regex(/^https?:\/\/[^\s/?#]+$/, "should be an origin, http or https"));
const httpAddress = z.string().check(z.regex(/^https?:\/\/[^\s?#]+$/, "should be an address, http or https"));
const hexKey = z.string().check(z.regex(/^[0-9a-f]{64}$/, "should be 32 bytes in hex"));

/** A casino that is connected when the studio starts. */
export const connectionSchema = z.strictObject({
  slug: z.string().check(z.regex(/^[a-z][a-z0-9-]{1,31}$/, "should be a short name in lowercase letters")),
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Base address of its wallet: `/provider-wallet/v1/...` is appended. */
  wallet_url: httpOrigin,
  /** Origins of the pages that may show a game. */
  origins: z.array(httpOrigin).check(z.minLength(1), z.maxLength(50)),
  key: z.strictObject({
    id: z.string().check(z.regex(/^[A-Za-z0-9_-]{4,64}$/, "should have 4 to 64 letters, digits, _ or -")),
    secret: z.string().check(z.minLength(32), z.maxLength(256)),
  }),
});

export type Connection = z.output<typeof connectionSchema>;

const connections = z.pipe(
  z.string(),
  z.transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.issues.push({ code: "custom", message: "should be a JSON list", input: text });
      return z.NEVER;
    }
  }),
);

/** Every setting of the studio, read once from the environment. docs/operations.md explains them. */
export const settingsSchema = z.object({
  STUDIO_DATABASE_URL: z.string().check(z.regex(/^postgres(ql)?:\/\//, "should be a postgres address")),
  STUDIO_PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65535)), 3200),
  STUDIO_LISTEN: z._default(z.string(), "127.0.0.1"),
  /** Where browsers find it. Defaults to http://studio.localhost:STUDIO_PORT. */
  STUDIO_URL: z.optional(httpOrigin),
  /** Encrypts seeds and casino keys at rest. Never in the database. */
  STUDIO_SECRET_KEY: hexKey,
  /** Seed of the Ed25519 key that signs statements, manifests and maths versions. */
  STUDIO_SIGNING_KEY: hexKey,
  /** Casinos to connect, or to update, at the start: a JSON list. */
  STUDIO_CASINOS: z._default(z.pipe(connections, z.array(connectionSchema)), []),
  /** The public beacon of live tables, drand's HTTP API; without it there are no tables. */
  STUDIO_BEACON_URL: z.optional(httpAddress),
  STUDIO_BEACON_CHAIN: z.optional(hexKey),
  STUDIO_BEACON_PUBLIC_KEY: z.optional(z.string().check(z.regex(/^[0-9a-f]{96,192}$/, "should be a key in hex"))),
  /** Marks every proof as made with a test beacon. */
  STUDIO_BEACON_TEST: z._default(z.stringbool(), false),
  LOG_LEVEL: z._default(z.enum(["debug", "info", "warn", "error", "silent"]), "info"),
});

export type StudioSettings = z.output<typeof settingsSchema>;

/** Throws an Error whose message names each wrong setting. */
export function readStudioSettings(environment: Readonly<Record<string, string | undefined>>): StudioSettings {
  const result = z.safeParse(settingsSchema, environment);
  if (result.success) return result.data;
  const lines = result.error.issues.map(issue => `  ${issue.path.join(".") || "environment"}: ${issue.message}`);
  throw new Error(`The studio's configuration is invalid.\n${lines.join("\n")}`);
}

/** The beacon of the settings; undefined without one. Throws if a part of it is missing. */
export function studioBeacon(settings: StudioSettings): Beacon | undefined {
  const { STUDIO_BEACON_URL, STUDIO_BEACON_CHAIN, STUDIO_BEACON_PUBLIC_KEY, STUDIO_BEACON_TEST } = settings;
  const given = [STUDIO_BEACON_URL, STUDIO_BEACON_CHAIN, STUDIO_BEACON_PUBLIC_KEY].filter(each => each !== undefined);
  if (given.length === 0) return undefined;
  if (!STUDIO_BEACON_URL || !STUDIO_BEACON_CHAIN || !STUDIO_BEACON_PUBLIC_KEY) {
    throw new Error("STUDIO_BEACON_URL, STUDIO_BEACON_CHAIN and STUDIO_BEACON_PUBLIC_KEY belong together.");
  }
  return createBeaconClient({
    BEACON_URL: STUDIO_BEACON_URL,
    BEACON_CHAIN: STUDIO_BEACON_CHAIN,
    BEACON_PUBLIC_KEY: STUDIO_BEACON_PUBLIC_KEY,
    BEACON_TEST: STUDIO_BEACON_TEST,
  });
}
