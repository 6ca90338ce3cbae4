import { fileURLToPath } from "node:url";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Session } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import manifest from "../module.ts";
import { sessionReplayed, tooManyLogins, wrongCredentials } from "../shared/errors.ts";
import { closeOwnAccount } from "./close-account.ts";
import { createFaces, type PublicPlayer } from "./faces.ts";
import { accountHandlers, type Humans } from "./handlers.ts";
import { loginLimit } from "./log-in.ts";
import { createPasswords } from "./passwords.ts";
import { personalData } from "./personal-data.ts";
import { createProfiles, type ProfileFragment } from "./profile.ts";
import { type Registration, type RegistrationHook, register } from "./register.ts";
import { sessionHandlers } from "./session-handlers.ts";
import { createSessions } from "./sessions.ts";
import { passwordHashOf, sweep } from "./store.ts";

export type { Face, PublicPlayer } from "./faces.ts";
export type { ContributedFields, ProfileFragment } from "./profile.ts";
export { type Region, regionOf } from "./region.ts";

/** People and their sessions. */
export interface Accounts extends ServerModule {
  /** The living session a bearer token names. From memory, without a promise, where this process has read it lately. */
  authenticate(token: string): Session | null | Promise<Session | null>;
  /** Whether this is the player's password; where the account has none, nothing need be given. Throws Failure `unavailable`. */
  isPassword(player: PlayerId, password: string | null): Promise<boolean>;
  /** Adds fields that a higher module knows to the profile call. Each name once. */
  contribute(name: string, fragment: ProfileFragment): void;
  /** Adds a name to `features` of the profile call. */
  switchOn(feature: string): void;
  /** Adds something to the transaction of every registration. */
  onRegister(hook: RegistrationHook): void;
  /** What everybody may see of these players. */
  publicFaces(players: readonly PlayerId[]): Promise<ReadonlyMap<PlayerId, PublicPlayer>>;
  /** Opens an account of the demo story or of a test: marked as such for ever. */
  registerTestAccount(account: TestAccount): Promise<PlayerId>;
}

export interface TestAccount extends Pick<Registration, "email" | "password" | "currency"> {
  readonly locale?: Registration["locale"];
  readonly timezone?: Registration["timezone"];
}

/** What accounts asks of others, each with a default answer. */
export interface AccountPorts {
  /** ISO 3166 of an address, for the list of sessions; null where nobody knows. */
  countryOf(ip: string): string | null;
  /** Who tells people from programs; nobody is asked without. */
  readonly humans: Humans;
}

const everybodyIsHuman: Humans = { demand: async () => undefined, demandOfCrowd: async () => undefined };

export function createAccounts(
  host: Host,
  { countryOf = () => null, humans = everybodyIsHuman }: Partial<AccountPorts> = {},
): Accounts {
  const sessions = createSessions(host);
  const passwords = createPasswords(() => host.failpoints.hit("accounts.password-hash"));
  const profiles = createProfiles(host);
  const faces = createFaces(host);
  const features = new Set<string>();
  const hooks: RegistrationHook[] = [];
  return {
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    errors: [tooManyLogins, wrongCredentials, sessionReplayed],
    handlers: [
      ...accountHandlers({ host, sessions, passwords, profiles, features, hooks, humans }),
      ...sessionHandlers({ host, sessions, countryOf }),
    ],
    jobs: [
      {
        name: "accounts-sweep",
        cron: "17 * * * *",
        run: () => sweep(host.db, new Date(host.clock.now()), loginLimit.windowMs),
      },
    ],
    async start() {
      sessions.listen();
      faces.listen();
    },
    authenticate: sessions.authenticate,
    async isPassword(player, password) {
      const hash = await passwordHashOf(host.db, player);
      return hash === null || (password !== null && (await passwords.verify(password, hash)));
    },
    personalData: player => personalData(host.db, player),
    onAccountClosed: (tx, player) => closeOwnAccount(tx, sessions, player, new Date(host.clock.now())),
    contribute: profiles.contribute,
    onRegister: hook => void hooks.push(hook),
    switchOn: feature => void features.add(feature),
    publicFaces: faces.of,
    registerTestAccount: ({ email, password, currency, locale = null, timezone = null }) =>
      register(
        host,
        passwords,
        { email, password, currency, locale, timezone, test: true },
        hooks,
        async (_tx, player) => player,
      ),
  };
}
