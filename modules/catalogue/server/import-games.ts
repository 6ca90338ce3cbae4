import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { GameProvider, ProviderPicture } from "#modules/providers/server/index.ts";
import { manifestInvalid } from "../shared/errors.ts";
import { categoriesOf, type PictureName } from "../shared/facts.ts";
import { fold } from "../shared/fold.ts";
import { type GameManifest, type GameRules, manifestSchema } from "../shared/manifest.ts";
import { hundredthsOf } from "../shared/percent.ts";

export interface ImportResult {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  /** In the catalogue, and no longer in the manifest: disabled. */
  readonly gone: readonly string[];
  /** Broken in the manifest, or of a name that another provider's game has. */
  readonly rejected: readonly string[];
}

interface Picture {
  readonly hash: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface ReadGame {
  readonly manifest: GameManifest;
  readonly art: Readonly<Partial<Record<PictureName, Picture>>>;
  /** Pictures of the game's symbols, by their paths. */
  readonly drawings: ReadonlyMap<string, Picture>;
}

export interface ReadManifest {
  readonly games: readonly ReadGame[];
  readonly rejected: readonly string[];
}

const mostPictureBytes = 307_200;
const pictureTypes = ["image/svg+xml", "image/webp", "image/png", "image/avif"];

/**
 * Asks a provider for its games and their pictures, outside of any transaction. A broken entry is rejected by itself; a response
 * without one whole game is `manifest_invalid`, so that a provider's fault does not empty the catalogue.
 */
export async function readManifest(provider: GameProvider): Promise<ReadManifest> {
  const entries = await provider.manifest();
  const games: ReadGame[] = [];
  const rejected: string[] = [];
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const result = z.safeParse(manifestSchema, entry);
    const name = result.success ? `${result.data.kind}/${result.data.game}` : nameOf(entry, index);
    if (!result.success || seen.has(name)) rejected.push(name);
    else games.push(await readGame(provider, result.data));
    seen.add(name);
  }
  if (games.length === 0) fail(manifestInvalid);
  return { games, rejected };
}

function nameOf(entry: unknown, index: number): string {
  const game: unknown = typeof entry === "object" && entry !== null ? Reflect.get(entry, "game") : undefined;
  return typeof game === "string" ? game.slice(0, 80) : `#${index + 1}`;
}

/** A game without a picture has its seal; a symbol without one has its name. */
async function readGame(provider: GameProvider, manifest: GameManifest): Promise<ReadGame> {
  const art: Partial<Record<PictureName, Picture>> = {};
  for (const [name, path] of Object.entries(manifest.art ?? {})) {
    const picture = path === undefined ? undefined : await readPicture(provider, path);
    if (picture) art[name as PictureName] = picture;
  }
  const drawings = new Map<string, Picture>();
  for (const { picture: path } of manifest.rules?.paytable?.symbols ?? []) {
    const picture = path === undefined ? undefined : await readPicture(provider, path);
    if (path !== undefined && picture) drawings.set(path, picture);
  }
  return { manifest, art, drawings };
}

async function readPicture(provider: GameProvider, path: string): Promise<Picture | undefined> {
  const picture = await provider.picture(path).catch(() => undefined);
  if (!picture || !isShown(picture)) return undefined;
  const type = picture.type.split(";")[0] ?? "";
  return { hash: createHash("sha256").update(picture.bytes).digest("hex"), type, bytes: picture.bytes };
}

function isShown({ type, bytes }: ProviderPicture): boolean {
  return pictureTypes.includes(type.split(";")[0] ?? "") && bytes.length > 0 && bytes.length <= mostPictureBytes;
}

/**
 * Writes a manifest into rows. What the provider states is replaced; what operators decided (state, order, badge, categories,
 * limits, where it is offered) stays. `state`: of games that are new here.
 */
export async function importGames(
  host: Host,
  tx: Tx,
  provider: GameProvider,
  { games, rejected }: ReadManifest,
  state: "listed" | "hidden",
): Promise<ImportResult> {
  const now = new Date(host.clock.now());
  await tx.query(
    "INSERT INTO catalogue.providers (id, title) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET title = excluded.title",
    [provider.id, provider.title],
  );
  const result = { added: [] as string[], changed: [] as string[], rejected: [...rejected] };
  for (const game of games) {
    const outcome = await writeGame(tx, host, provider, game, state, now);
    result[outcome].push(`${game.manifest.kind}/${game.manifest.game}`);
  }
  const names = games.map(({ manifest }) => `${manifest.kind}/${manifest.game}`);
  const { rows } = await tx.query<{ name: string }>(
    `UPDATE catalogue.games SET state = 'disabled', state_reason = 'provider', maintenance_until = NULL
     WHERE provider_id = $1 AND NOT (kind || '/' || slug) = ANY ($2) AND state <> 'disabled' RETURNING kind || '/' || slug AS name`,
    [provider.id, names],
  );
  return { ...result, gone: rows.map(({ name }) => name).sort() };
}

async function writeGame(
  tx: Tx,
  host: Host,
  provider: GameProvider,
  { manifest, art, drawings }: ReadGame,
  state: "listed" | "hidden",
  now: Date,
): Promise<"added" | "changed" | "rejected"> {
  for (const picture of [...Object.values(art), ...drawings.values()]) {
    await tx.query("INSERT INTO catalogue.pictures (hash, type, bytes) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", [
      picture.hash,
      picture.type,
      picture.bytes,
    ]);
  }
  const modes = manifest.modes.map(({ mode, rtp, buy = null }) => ({ mode, rtp: hundredthsOf(rtp), buy }));
  const rules = manifest.rules ? storedRules(manifest.rules, drawings) : null;
  const base = modes.find(({ mode }) => mode === "base") ?? modes[0];
  const { en, ru, kk } = manifest.title;
  const { rows } = await tx.query<{ added: boolean }>(
    `INSERT INTO catalogue.games AS g (id, kind, slug, provider_id, title, title_ru, title_kk, rtp, modes, volatility, hit_rate,
       max_win, max_win_odds, lines, ways, stakes, has_demo, has_phone, has_jackpot, tags, art, maths, search, categories, state, added_at, rules)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11, $12, $13, $14, $15, $16::jsonb, $17, $18, $19, $20, $21::jsonb, $22, $23, $24, $25, $26, $27::jsonb)
     ON CONFLICT (kind, slug) DO UPDATE SET title = $5, title_ru = $6, title_kk = $7, rtp = $8, modes = $9::jsonb, volatility = $10,
       hit_rate = $11, max_win = $12, max_win_odds = $13, lines = $14, ways = $15, stakes = $16::jsonb, has_demo = $17, has_phone = $18,
       has_jackpot = $19, tags = $20, art = $21::jsonb, maths = $22, search = $23, rules = $27::jsonb,
       state = CASE WHEN g.state_reason = 'provider' THEN 'listed' ELSE g.state END, state_reason = nullif(g.state_reason, 'provider')
     WHERE g.provider_id = $4 RETURNING (xmax = 0) AS added`,
    [
      host.ids.next(),
      manifest.kind,
      manifest.game,
      provider.id,
      en,
      ru,
      kk,
      base?.rtp ?? null,
      JSON.stringify(modes),
      manifest.volatility,
      manifest.hit_rate === null ? null : hundredthsOf(manifest.hit_rate),
      Math.floor(Number(manifest.max_win)) || null,
      manifest.max_win_odds,
      manifest.lines,
      manifest.ways,
      JSON.stringify(manifest.stakes),
      manifest.demo,
      manifest.phone,
      manifest.jackpot !== null,
      manifest.tags,
      JSON.stringify(Object.fromEntries(Object.entries(art).map(([name, { hash }]) => [name, hash]))),
      manifest.maths,
      fold(`${en} ${ru} ${kk} ${provider.title}`),
      categoriesOf(manifest.tags),
      state,
      now,
      rules && JSON.stringify(rules),
    ],
  );
  if (!rows[0]) return "rejected";
  return rows[0].added ? "added" : "changed";
}

/** The rules as they are stored: in place of a path the hash of the picture behind it. */
function storedRules({ paytable, ...rest }: GameRules, drawings: ReadGame["drawings"]): GameRules {
  if (!paytable) return { ...rest, paytable };
  const symbols = paytable.symbols.map(({ picture: path, ...symbol }) => {
    const picture = path === undefined ? undefined : drawings.get(path);
    return { ...symbol, ...(picture && { picture: picture.hash }) };
  });
  return { ...rest, paytable: { ...paytable, symbols } };
}
