import { createHash } from "node:crypto";
import type * as z from "zod/mini";
import type { Currency } from "#studio/engine/shared/types.ts";
import type { Casino, Casinos } from "./casinos.ts";
import { insertLaunch, type Launch, type NewLaunch, takeLaunch } from "./launch-store.ts";
import { RgsError } from "./rgs-error.ts";
import type { Commitments, Seeds } from "./seeds.ts";
import { endSession, insertSession, type NewSession, type SessionRow, sessionOf } from "./session-store.ts";
import type { StudioHost } from "./studio-host.ts";
import type { Wallet } from "./wallet.ts";
import { authenticateAnswer, type FreeRounds, type launchBody, type Profile } from "./wire.ts";

export interface Session {
  readonly casino: Casino;
  readonly game: string;
  readonly mode: "demo" | "play";
  readonly currency: Currency;
  readonly locale: string;
  readonly profile: Profile;
  /** The casino's id of the player; only in a session for money. */
  readonly player: string | null;
  readonly nick: string | null;
  readonly walletSession: string | null;
}

export interface OpenedSession {
  readonly token: string;
  readonly session: Session;
  /** Decimal in major units; null in demo. */
  readonly balance: string | null;
  readonly freeRounds: readonly FreeRounds[];
  readonly commitments: Commitments | null;
}

export type LaunchInput = z.output<typeof launchBody>;

export interface Sessions {
  /** A token of one use, good for a minute. */
  launch(
    casino: Casino,
    input: LaunchInput,
  ): Promise<{ readonly token: string; readonly commitments: Commitments | null }>;
  /** Opens the session of a launch: at the casino too, where it is for money. Older ones of the player at this game end. */
  open(launchToken: string): Promise<OpenedSession>;
  find(token: string): Promise<Session>;
  /** The session of a row that was read already. */
  of(row: SessionRow | undefined): Promise<Session>;
  end(walletSession: string, casino: number): Promise<void>;
}

export const tokenHashOf = (token: string) => createHash("sha256").update(token).digest();

export function createSessions(
  host: StudioHost,
  needs: {
    readonly casinos: Casinos;
    readonly wallet: Wallet;
    readonly seeds: Seeds;
    /** Whether rounds of a game are drawn from seeds of its players. */
    readonly hasSeeds: (game: string) => boolean;
  },
): Sessions {
  const { db, clock, random, ids } = host;
  const { casinos, wallet, seeds, hasSeeds } = needs;
  const newToken = () => Buffer.from(random.bytes(32)).toString("base64url");

  async function takenLaunch(token: string): Promise<Launch> {
    const launch = await takeLaunch(db, tokenHashOf(token), clock.now());
    if (launch === "used") throw new RgsError("launch_used");
    if (launch === "expired") throw new RgsError("launch_expired");
    return launch;
  }

  async function authenticate(casino: Casino, row: Launch) {
    const body = JSON.stringify({ tx: ids.next(), game: row.game, player: row.player, launch: row.launch });
    const outcome = await wallet.send(casino, "authenticate", body, authenticateAnswer);
    if (outcome.kind === "unknown") throw new RgsError("casino_unavailable");
    if (outcome.kind === "refused") {
      throw new RgsError(outcome.status === "launch_used" ? "launch_used" : "launch_expired");
    }
    const { value } = outcome;
    if (value.player !== row.player) throw new RgsError("unknown_player");
    if (value.currency !== row.currency) throw new RgsError("wrong_currency");
    return value;
  }

  async function save(session: Session): Promise<string> {
    const token = newToken();
    const row: NewSession = {
      casino: session.casino.id,
      game: session.game,
      mode: session.mode,
      player: session.player,
      nick: session.nick,
      walletSession: session.walletSession,
      currency: session.currency,
      locale: session.locale,
      profile: session.profile,
    };
    await insertSession(db, tokenHashOf(token), row, new Date(clock.now()));
    return token;
  }

  async function of(row: SessionRow | undefined): Promise<Session> {
    if (!row) throw new RgsError("session_ended");
    if (row.endedAt) throw new RgsError("session_replaced");
    const { casino, walletSession, endedAt: _, ...rest } = row;
    return { ...rest, casino: await casinos.byId(casino), walletSession };
  }

  return {
    async launch(casino, input) {
      const token = newToken();
      const owner = { casino: casino.id, player: input.player ?? "", game: input.game };
      const commitments = input.mode === "play" && hasSeeds(input.game) ? await seeds.commitments(owner) : null;
      const launch: NewLaunch = {
        casino: casino.id,
        game: input.game,
        mode: input.mode,
        player: input.player ?? null,
        nick: input.nick ?? null,
        currency: input.currency,
        locale: input.locale,
        profile: input.profile,
        parentOrigin: input.parent_origin,
        launch: input.launch ?? null,
      };
      await insertLaunch(db, tokenHashOf(token), launch, new Date(clock.now()));
      return { token, commitments };
    },

    async open(launchToken) {
      const row = await takenLaunch(launchToken);
      const casino = await casinos.byId(row.casino);
      const common = { casino, game: row.game, currency: row.currency, locale: row.locale };
      if (row.mode === "demo") {
        const session: Session = {
          ...common,
          mode: "demo",
          profile: row.profile,
          player: null,
          nick: null,
          walletSession: null,
        };
        return { token: await save(session), session, balance: null, freeRounds: [], commitments: null };
      }
      const wallets = await authenticate(casino, row);
      const session: Session = {
        ...common,
        mode: "play",
        profile: wallets.profile ?? row.profile,
        player: wallets.player,
        nick: wallets.nick ?? row.nick,
        walletSession: wallets.session,
      };
      const token = await save(session);
      const owner = { casino: casino.id, player: wallets.player, game: row.game };
      const commitments = hasSeeds(row.game) ? await seeds.commitments(owner) : null;
      const freeRounds = wallets.free_rounds.filter(({ game, left }) => game === row.game && left > 0);
      return { token, session, balance: wallets.balance, freeRounds, commitments };
    },

    find: async token => of(await sessionOf(db, tokenHashOf(token))),
    of,
    end: (walletSession, casino) => endSession(db, casino, walletSession, new Date(clock.now())),
  };
}
