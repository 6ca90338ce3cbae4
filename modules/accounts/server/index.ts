import { fileURLToPath } from "node:url";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Call, Session } from "#kit/http/handler.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { createMessages, type Messages } from "#modules/messages/server/index.ts";
import manifest from "../module.ts";
import {
  accountLocked,
  challengeOver,
  linkExpired,
  passwordExists,
  proofRequired,
  sessionReplayed,
  signOnRefused,
  tooManyCodes,
  tooManyLogins,
  wrongCredentials,
} from "../shared/errors.ts";
import { lockRow, unlockRow } from "./account-lock.ts";
import { createBrowsers } from "./browsers.ts";
import type { CaptchaPort } from "./captcha-port.ts";
import { closeOwnAccount, erasePerson } from "./close-account.ts";
import { codeHandlers } from "./code-handlers.ts";
import { sweepCodes } from "./code-store.ts";
import { createCodes } from "./codes.ts";
import { emailContact } from "./contact.ts";
import { contactHandlers } from "./contact-handlers.ts";
import { holderOf, lockContacts } from "./contact-store.ts";
import { contactOf, createContacts, type TakeOverHook } from "./contacts.ts";
import { createExclusions, type Exclusions, identifierOfContact } from "./exclusions.ts";
import { accountHandlers, type LoginProvider } from "./handlers.ts";
import { createLinks } from "./links.ts";
import { loginLimit } from "./login-limit.ts";
import { sweepLogins } from "./login-store.ts";
import { createLogins, type Logins } from "./logins.ts";
import { createNames, type Names } from "./names.ts";
import { createOwnPassword, type DemandProof } from "./own-password.ts";
import { createPasswords } from "./passwords.ts";
import { createPeople, type People } from "./people.ts";
import { personalData, reviewedData } from "./personal-data.ts";
import { createProfiles, type GrantedOffer, type ProfileFragment } from "./profile.ts";
import { createPublicProfileCache, type PublicPlayer } from "./public-profile-cache.ts";
import { configuredGeoLookup, type GeoLookup, type Region, regionOf } from "./region.ts";
import { type Registration, type RegistrationHook, register } from "./register.ts";
import { restoreHandlers } from "./restore-handlers.ts";
import { sessionHandlers } from "./session-handlers.ts";
import { countSessionsMadeOn, isSessionOver } from "./session-store.ts";
import { createSessions } from "./sessions.ts";
import { createSignIn, type SignIn, type SignOnLink } from "./sign-in.ts";
import { type SignInFacts, signInFacts } from "./sign-in-facts.ts";
import { passwordHashOf, sweep } from "./store.ts";

export { masked as maskedContact } from "./contact.ts";
export type { TakeOverHook } from "./contacts.ts";
export { countrySpans, type DatedCountry } from "./country-store.ts";
export { accountFacts } from "./facts.ts";
export type { LoginProvider } from "./handlers.ts";
export type { Entry, Logins, SecondFactor, StepVerdict } from "./logins.ts";
export { idOf, type NamedPlayer, namesOf, playerOf } from "./named-players.ts";
export type { NamedRow, Names } from "./names.ts";
export type { MentionRow, NoteRow } from "./note-store.ts";
export { createPasswords, fullPasswordCost, isCommonPassword } from "./passwords.ts";
export { type PersonRow, presenceOf, type SeenSession } from "./people-store.ts";
export type { ContributedFields, ProfileFragment } from "./profile.ts";
export { type PublicIdentity, type PublicPlayer, playedBy } from "./public-profile-cache.ts";
export type { GeoLookup, Region } from "./region.ts";
export {
  addressHolders,
  browserHolders,
  countSignedIn,
  mailsOf,
  registrationsAround,
  signedInSince,
  type TraitHolder,
} from "./shared-traits.ts";
export type { Arriving, SignOnLink } from "./sign-in.ts";
export { accountTimeline, noteTimeline, sessionTimeline } from "./timeline-events.ts";

/** Players and their sessions. */
export interface Accounts extends ServerModule {
  /** The active session of a bearer token. Synchronous if this process has read it recently. */
  authenticate(token: string): Session | null | Promise<Session | null>;
  /** Whether this is the player's password; null is right for an account without one. Throws Failure `unavailable`. */
  isPassword(player: PlayerId, password: string | null): Promise<boolean>;
  /**
   * Before a signed-in player does something irreversible: requires what a change of credentials requires, and the password if there is
   * one. Fails with that, then with `too_many_logins`, `validation_failed` (`password`: `password_wrong`).
   */
  confirmOwner(session: Session, password: string | null): Promise<void>;
  /** A player's credentials; with a session also when that was opened. */
  signInFacts(player: PlayerId, session?: Uuid): Promise<SignInFacts>;
  /** The account of a mailbox, and whether the mailbox is confirmed. */
  mailboxOf(
    email: string,
    on?: Queryable,
  ): Promise<{ readonly player: PlayerId; readonly verified: boolean } | undefined>;
  /** Opens an account vouched for by another provider; `also` runs in the same transaction. Fails like a registration. */
  openThrough<T>(person: VouchedPerson, also: (tx: Tx, player: PlayerId) => Promise<T>): Promise<T>;
  /** Adds a higher module's fields to the profile call. Each name once. */
  contribute(name: string, fragment: ProfileFragment): void;
  /** Sets the source of `super_bonus` in the profile call. */
  grantOffers(offerOf: GrantedOffer): void;
  /** Adds a name to `features` of the profile call. */
  switchOn(feature: string): void;
  /** Adds a step to the transaction of every registration. */
  onRegister(hook: RegistrationHook): void;
  /** Handles `PUT /auth/login` for one provider name. Each name once. */
  loginThrough(provider: string, login: LoginProvider): void;
  /** Sets the source of the URL that carries a sign-in on to the main host. */
  linkSignOn(linkOf: SignOnLink): void;
  /** Sets which other host names (without port) belong to this deployment: links in messages use the player's host. */
  knowMirrors(isMirror: (hostname: string) => boolean): void;
  /** Opens a session for a player whose credentials were checked, in the same transaction. */
  signIn: SignIn["signIn"];
  /** Opens a session linked to an active one of another host; undefined when that has ended meanwhile. */
  carryOn: SignIn["carryOn"];
  /** The end of every login by a first factor: a session, or a challenge if a second step is required. */
  readonly logins: Logins;
  /** Called before a signed-in player changes the password or replaces a confirmed contact; throws what is required first. */
  beforeCredentialChange(demand: DemandProof): void;
  /** Adds a step to the transaction in which an account gets its rightful owner. */
  onTakeOver(hook: TakeOverHook): void;
  /** The player of a call's refresh cookie; null when its session has ended. Does not rotate it. */
  sessionFromRefreshCookie(
    call: Pick<Call, "cookies">,
  ): Promise<{ readonly session: Uuid; readonly player: PlayerId } | null>;
  /**
   * Locks an account: every session ends with the commit, and right credentials get `account_locked`. `reason` is internal. False when it
   * was already locked.
   */
  lock(tx: Tx, player: PlayerId, reason: string): Promise<boolean>;
  /** False when it was not locked. */
  unlock(tx: Tx, player: PlayerId): Promise<boolean>;
  /** Whether a session is over. One that lives does not end until `tx` ends: what is opened for it in `tx` is found by its end. */
  isSessionOver(tx: Tx, session: Uuid): Promise<boolean>;
  /** Ends the sessions that were opened on a host name. */
  endSessionsMadeOn(tx: Tx, hostname: string): Promise<void>;
  /** How many active sessions were opened on a host name. */
  countSessionsMadeOn(db: Queryable, hostname: string): Promise<number>;
  /** The region of a call: used for defaults, never for permissions. */
  regionOf(call: Pick<Call, "headers" | "ip">): Region;
  /** The public profiles of these players. */
  publicProfiles(players: readonly PlayerId[]): Promise<ReadonlyMap<PlayerId, PublicPlayer>>;
  /** Players' names and avatars. */
  readonly names: Names;
  /** Persons whose account ended while they were kept out of play. */
  readonly exclusions: Pick<Exclusions, "add" | "has">;
  /** Players as operators see them: for the back office only. */
  readonly people: People;
  /** Opens a demo or test account: permanently marked as such. */
  registerTestAccount(account: TestAccount): Promise<PlayerId>;
}

/** A player who signs in through another provider. `isEmailVerified`: the provider has confirmed the address. */
export interface VouchedPerson extends Pick<Registration, "currency" | "locale" | "timezone" | "source"> {
  /** The address that the player registers from. */
  readonly ip: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
}

export interface TestAccount extends Pick<Registration, "currency"> {
  readonly email: string;
  readonly password: string;
  readonly locale?: Registration["locale"];
  readonly timezone?: Registration["timezone"];
  readonly source?: Registration["source"];
}

/** Ports that accounts calls, each with a default. */
export interface AccountPorts {
  /** Country lookup; without it the configured country applies to all. */
  readonly geoLookup: Partial<GeoLookup>;
  /** Captchas; without it none are required. */
  readonly captchaPort: CaptchaPort;
  /** Delivers codes and links. */
  readonly messages: Messages;
}

const noCaptcha: CaptchaPort = {
  require: async () => undefined,
  requireAboveRates: async () => undefined,
  note: async () => undefined,
};

export function createAccounts(host: Host, ports: Partial<AccountPorts> = {}): Accounts {
  const { captchaPort = noCaptcha, messages = createMessages(host) } = ports;
  const now = () => new Date(host.clock.now());
  const geoLookup = { ...configuredGeoLookup(host.config), ...ports.geoLookup };
  const sessions = createSessions(host);
  const passwords = createPasswords(host, () => host.failpoints.hit("accounts.password-hash"));
  const profiles = createProfiles(host);
  const publicProfiles = createPublicProfileCache(host);
  const features = new Set<string>();
  const hooks: RegistrationHook[] = [];
  const providers = new Map<string, LoginProvider>();
  let linkOf: SignOnLink = async () => undefined;
  const browsers = createBrowsers(host);
  const exclusions = createExclusions(host);
  const signIn = createSignIn(host, sessions, browsers, (...asked) => linkOf(...asked));
  const logins = createLogins(host, signIn);
  const codes = createCodes(host, messages, browsers);
  const contacts = createContacts({ bus: host.bus, sessions, codes, messages, browsers, exclusions });
  let isMirror = (_hostname: string) => false;
  const links = createLinks(host, messages, hostname => isMirror(hostname));
  const ownPassword = createOwnPassword({ host, passwords, sessions, messages, browsers });
  const { sendFirstCode } = contacts;
  const parts = {
    host,
    sessions,
    passwords,
    profiles,
    features,
    hooks,
    captchaPort,
    geoLookup,
    signIn,
    providers,
    logins,
    codes,
    browsers,
  };
  const lock: Accounts["lock"] = async (tx, player, reason) => {
    const isNew = await lockRow(tx, player, reason, now());
    await sessions.endAll(tx, player, null, "locked");
    return isNew;
  };
  return {
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    errors: [
      tooManyLogins,
      wrongCredentials,
      sessionReplayed,
      signOnRefused,
      proofRequired,
      tooManyCodes,
      challengeOver,
      linkExpired,
      passwordExists,
      accountLocked,
    ],
    handlers: [
      ...accountHandlers({ ...parts, sendFirstCode }),
      ...codeHandlers({ host, codes, contacts, logins, links, captchaPort }),
      ...contactHandlers({ host, codes, contacts, ownPassword }),
      ...restoreHandlers({ host, passwords, ownPassword, codes, contacts, logins, links, captchaPort }),
      ...sessionHandlers({ host, sessions, countryOf: geoLookup.countryOf }),
    ],
    jobs: [
      {
        name: "accounts-sweep",
        cron: "17 * * * *",
        async run() {
          await sweep(host.db, now(), loginLimit.windowMs);
          await sweepCodes(host.db, now());
          await sweepLogins(host.db, now());
          await browsers.sweep(host.db);
          await exclusions.sweep();
        },
      },
    ],
    async start() {
      sessions.listen();
      publicProfiles.listen();
    },
    authenticate: sessions.authenticate,
    async confirmOwner(session, password) {
      await ownPassword.demandProof(session);
      const hash = await passwordHashOf(host.db, session.player);
      if (hash !== null) await ownPassword.demand(session.player, password ?? "", "password");
    },
    async isPassword(player, password) {
      const hash = await passwordHashOf(host.db, player);
      return hash === null || (password !== null && (await passwords.verify(password, hash)));
    },
    async mailboxOf(email, on = host.db) {
      const holder = await holderOf(on, emailContact(email));
      return holder && { player: holder.id, verified: holder.verified };
    },
    openThrough: ({ email, isEmailVerified, ip, ...facts }, also) =>
      register(
        host,
        passwords,
        {
          ...facts,
          country: geoLookup.countryOf(ip),
          contact: email === null ? null : emailContact(email),
          password: null,
          test: false,
          through: { isContactVerified: isEmailVerified },
        },
        hooks,
        also,
      ),
    signInFacts: (player, session) => signInFacts(host.db, player, session),
    personalData: player => personalData(host.db, player),
    reviewedData: player => reviewedData(host.db, player),
    onAccountClosed: (tx, player) => closeOwnAccount(tx, sessions, player, now()),
    async identifiers(tx, player) {
      const own = await lockContacts(tx, player);
      return (["email", "phone"] as const).flatMap(kind => {
        const contact = own && contactOf(own, kind);
        return contact ? [identifierOfContact(contact)] : [];
      });
    },
    onPlayerErased: erasePerson,
    exclusions,
    lock,
    unlock: unlockRow,
    contribute: profiles.contribute,
    grantOffers: profiles.grantOffers,
    loginThrough(provider, login) {
      invariant(!providers.has(provider), `two login providers are named ${provider}`);
      providers.set(provider, login);
    },
    linkSignOn(answer) {
      linkOf = answer;
    },
    knowMirrors(answer) {
      isMirror = answer;
    },
    signIn: signIn.signIn,
    carryOn: signIn.carryOn,
    logins,
    beforeCredentialChange: ownPassword.beforeChange,
    onTakeOver: contacts.onTakeOver,
    sessionFromRefreshCookie: ({ cookies }) => sessions.peek(signIn.cookie.read(cookies)),
    isSessionOver: (tx, session) => isSessionOver(tx, session, now()),
    endSessionsMadeOn: sessions.endMadeOn,
    countSessionsMadeOn,
    regionOf: call => regionOf(call, geoLookup),
    onRegister: hook => void hooks.push(hook),
    switchOn: feature => void features.add(feature),
    publicProfiles: publicProfiles.of,
    names: createNames(host, sessions),
    people: createPeople(host, { sessions, lock }),
    registerTestAccount: ({ email, password, currency, locale = null, timezone = null, source = {} }) =>
      register(
        host,
        passwords,
        {
          contact: emailContact(email),
          password,
          currency,
          locale,
          timezone,
          country: host.config.GEO_PRIVATE_COUNTRY ?? null,
          test: true,
          source,
        },
        hooks,
        async (_tx, player) => player,
      ),
  };
}
