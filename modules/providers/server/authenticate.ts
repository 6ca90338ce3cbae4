import type { Queryable, Tx } from "#kit/db/db.ts";
import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { mayDeposit } from "#modules/limits/server/index.ts";
import { regionProfile } from "../shared/region-profiles.ts";
import type { AuthenticateBody, BalanceBody } from "../shared/wallet-calls.ts";
import type { ProviderNeeds } from "./needs.ts";
import type { Provider, ProviderGame } from "./registry.ts";
import { hashOf } from "./sessions.ts";
import type { Reply } from "./signed-call.ts";
import { stakeableIn } from "./stakeable.ts";
import { stakeRange } from "./stakes.ts";

interface LaunchRow {
  readonly providerId: Uuid;
  readonly slug: string;
  readonly playerId: PlayerId;
  readonly casinoSession: Uuid;
  readonly currency: Currency;
  readonly country: string;
  readonly locale: string;
  readonly createdAt: Date;
  readonly usedTx: Uuid | null;
  readonly usedHash: Buffer | null;
  readonly response: string | null;
}

const launchLifeMs = 60_000;

/** Turns a launch token into a session, once. The response is kept: a repeat of the call that used the token gets the same one. */
export async function authenticate(
  needs: ProviderNeeds,
  provider: Provider,
  body: AuthenticateBody,
  requestHash: Uint8Array,
): Promise<Reply> {
  const { host } = needs;
  const tokenHash = Buffer.from(hashOf(body.launch), "hex");
  const facts = await factsOf(needs, provider, await readLaunch(host.db, tokenHash));
  return host.db.tx(async tx => {
    const launch = await readLaunch(tx, tokenHash, "FOR UPDATE");
    if (launch?.providerId !== provider.id || launch.playerId !== body.player || launch.slug !== body.game)
      return { status: "launch_expired" };
    if (launch.usedTx !== null) return repeatOf(launch, body, requestHash);
    if (host.clock.now() - launch.createdAt.getTime() > launchLifeMs) return { status: "launch_expired" };
    const refusal = await refusalOf(needs, tx, provider, launch);
    if (refusal) return { status: refusal };
    const reply = await openedReply(needs, tx, provider, launch, facts);
    await tx.query("UPDATE providers.launches SET used_tx = $2, used_hash = $3, response = $4 WHERE token_hash = $1", [
      tokenHash,
      body.tx,
      requestHash,
      JSON.stringify(reply),
    ]);
    return reply;
  });
}

async function readLaunch(
  on: Queryable,
  tokenHash: Buffer,
  lock: "" | "FOR UPDATE" = "",
): Promise<LaunchRow | undefined> {
  const { rows } = await on.query<LaunchRow>(
    `SELECT provider_id AS "providerId", slug, player_id AS "playerId", casino_session AS "casinoSession", currency, country, locale,
      created_at AS "createdAt", used_tx AS "usedTx", used_hash AS "usedHash", response
     FROM providers.launches WHERE token_hash = $1 ${lock}`,
    [tokenHash],
  );
  return rows[0];
}

interface OpeningFacts {
  readonly nick: string;
  readonly winCap: Micros;
}

/** What is read before the transaction, on connections of its own. */
async function factsOf(
  { accounts, winCap }: ProviderNeeds,
  provider: Provider,
  launch: LaunchRow | undefined,
): Promise<OpeningFacts> {
  const game = launch && provider.games.get(launch.slug);
  if (!launch || !game) return { nick: "Player", winCap: micros(0n) };
  const profiles = await accounts.publicProfiles([launch.playerId]);
  const most = stakeRange(game, launch.currency)?.max ?? micros(0n);
  return {
    nick: profiles.get(launch.playerId)?.face?.name ?? "Player",
    winCap: await winCap(launch.currency, most),
  };
}

function repeatOf(launch: LaunchRow, body: AuthenticateBody, requestHash: Uint8Array): Reply {
  if (launch.usedTx !== body.tx) return { status: "launch_used" };
  if (Buffer.compare(launch.usedHash ?? Buffer.alloc(0), requestHash) !== 0) return { status: "tx_conflict" };
  return JSON.parse(launch.response ?? "") as Reply;
}

async function refusalOf({ host, geo, accounts }: ProviderNeeds, tx: Tx, provider: Provider, launch: LaunchRow) {
  const game = provider.games.get(launch.slug);
  if (!provider.isOn || !game?.isEnabled || !stakeRange(game, launch.currency)) return "game_disabled";
  const isOpen = geo.isOpen(launch.country, "casino");
  // What blocks deposits (a break, an age in doubt) blocks play as well.
  const mayPlay = await mayDeposit(tx, launch.playerId, new Date(host.clock.now()));
  if (!isOpen || !mayPlay) return "player_blocked";
  // Signed out or locked since the launch: nothing would end a session of the game that is opened now. After the player's break, as closing locks them.
  return (await accounts.isSessionOver(tx, launch.casinoSession)) ? "launch_expired" : undefined;
}

async function openedReply(
  needs: ProviderNeeds,
  tx: Tx,
  provider: Provider,
  launch: LaunchRow,
  facts: OpeningFacts,
): Promise<Reply> {
  const { wallet, sessions, host } = needs;
  const { playerId: player, slug, currency, country, casinoSession } = launch;
  const session = await sessions.open(tx, { provider: provider.id, slug, player, casinoSession, currency, country });
  const free = await wallet.providerRounds.freeRounds(tx, player, provider.account, slug, new Date(host.clock.now()));
  const game = provider.games.get(slug) as ProviderGame;
  const balance = await stakeableIn(needs, tx, player, currency, game);
  const range = stakeRange(game, currency);
  const most = range?.max ?? micros(0n);
  return {
    status: "ok",
    session,
    player,
    nick: facts.nick,
    currency,
    country,
    balance: formatAmount(balance),
    profile: { ...regionProfile(country, game.manifest.kind), max_stake: null },
    locale: launch.locale,
    limits: { min: formatAmount(range?.min ?? 0n), max: formatAmount(most), win_cap: formatAmount(facts.winCap) },
    free_rounds: free.map(({ grant, stake, left, expiresAt, ...rest }) => {
      return {
        grant,
        game: slug,
        currency: rest.currency,
        stake: formatAmount(stake),
        left,
        expires_at: expiresAt.toISOString(),
      };
    }),
  };
}

export async function readBalance(needs: ProviderNeeds, provider: Provider, body: BalanceBody): Promise<Reply> {
  const session = await needs.sessions.find(body.session);
  const isOwn = session?.provider === provider.id && session.player === body.player && session.slug === body.game;
  if (!isOwn || session.state !== "live") return { status: "session_ended" };
  const { currency } = session;
  const balance = await stakeableIn(needs, needs.host.db, session.player, currency, provider.games.get(body.game));
  return { status: "ok", balance: formatAmount(balance), currency };
}
