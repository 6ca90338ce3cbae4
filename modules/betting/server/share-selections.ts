import { createHash } from "node:crypto";
import { Failure, fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import { readLegs } from "#modules/odds/server/index.ts";
import { priceText } from "../shared/read-slip.ts";
import { type getShare, shareCodePattern, type shareSelections } from "../shared/share-contract.ts";
import { canonicalLegs } from "./slip-checks.ts";

type ShareNeeds = Pick<Host, "db" | "clock">;

const lifetimeMs = 90 * 24 * 3_600_000;
const letters = "0123456789abcdefghjkmnpqrstvwxyz";
/** Any price: `canonicalLegs` judges names alone. */
const price = 1_001;

/** A code for these selections; everyone gets the same one. Restarts its ninety days. */
export async function share(
  { db, clock }: ShareNeeds,
  { input: { body } }: Call<typeof shareSelections>,
): Promise<RouteOutput<typeof shareSelections>> {
  const legs = canonicalLegs(
    body.legs.map(({ event, market, spec = "", outcome }) => ({ event, market, spec, outcome, price, banker: false })),
  );
  if (legs instanceof Failure) throw legs;
  const text = JSON.stringify(legs.map(({ event, market, spec, outcome }) => [event, market, spec, outcome]));
  const code = codeOf(text);
  // A code that two lists of selections had in common would stay with the first one.
  const { rows } = await db.query<{ legs: string }>(
    `INSERT INTO betting.shares AS s (code, legs, made) VALUES ($1, $2, $3)
     ON CONFLICT (code) DO UPDATE SET made = excluded.made RETURNING s.legs`,
    [code, text, new Date(clock.now())],
  );
  if (rows[0]?.legs !== text) throw new Error(`the code ${code} belongs to other selections`);
  return { data: { code } };
}

/** What a code stands for, at the prices of now; an unknown code is not found. */
export async function readShare(
  { db, clock }: ShareNeeds,
  { input: { params } }: Call<typeof getShare>,
): Promise<RouteOutput<typeof getShare>> {
  const { rows } = shareCodePattern.test(params.code)
    ? await db.query<{ legs: string }>("SELECT legs FROM betting.shares WHERE code = $1", [params.code])
    : { rows: [] };
  const stored = (JSON.parse(rows[0]?.legs ?? fail(notFound)) as [string, string, string, string][]).map(
    ([event, kind, spec, outcome]) => ({ event, kind, spec, outcome }),
  );
  const now = await readLegs(db, stored, new Date(clock.now()));
  const legs = stored.map(({ event, kind, spec, outcome }, at) => {
    const leg = now[at];
    const open = leg !== undefined && leg.refusal === null && leg.price !== null;
    return { event, market: kind, spec, outcome, price: open ? priceText(leg.price) : null };
  });
  return { data: { code: params.code, legs } };
}

/** Deletes codes that were not shared again for ninety days. */
export async function removeShares(db: Queryable, now: Date): Promise<void> {
  await db.query("DELETE FROM betting.shares WHERE made < $1", [new Date(now.getTime() - lifetimeMs)]);
}

/** The first 50 bits of SHA-256, five a letter. */
function codeOf(text: string): string {
  const hash = createHash("sha256").update(text).digest();
  const bits = hash.readBigUInt64BE() >> 14n;
  return Array.from({ length: 10 }, (_, at) => letters[Number((bits >> BigInt(45 - 5 * at)) & 31n)]).join("");
}
