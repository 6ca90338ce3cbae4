import { randomUUID } from "node:crypto";
import type { Queryable } from "#kit/db/db.ts";
import { fold } from "../shared/fold.ts";

/** Writes a row as an import would; `facts` are columns. Returns its id. */
export async function addGame(
  db: Queryable,
  slug: string,
  {
    kind = "slots",
    provider_id = "reels",
    title = slug,
    added_at = new Date(0),
    ...facts
  }: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const id = randomUUID();
  const row = {
    id,
    kind,
    slug,
    provider_id,
    title,
    title_ru: title,
    title_kk: title,
    rtp: 9620,
    volatility: 4,
    max_win: 5000,
    has_demo: true,
    added_at,
    search: fold(`${title} ${provider_id}`),
    ...facts,
  };
  const names = Object.keys(row);
  await db.query(
    `INSERT INTO catalogue.games (${names.join(", ")}) VALUES (${names.map((_, index) => `$${index + 1}`).join(", ")})`,
    Object.values(row) as never,
  );
  return id;
}
