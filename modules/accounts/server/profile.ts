import type { Host } from "#kit/host/host.ts";
import { mainHostname, originOf } from "#kit/http/hosts.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { avatarKeyOf } from "../shared/avatar-key.ts";
import type { ProfileUser } from "../shared/contract.ts";
import { loginBefore } from "./session-store.ts";
import { type PlayerRow, playersOf } from "./store.ts";

/** Profile fields of higher modules. Until a module contributes one, it has an empty default. */
export type ContributedFields = Pick<
  ProfileUser,
  | "balance"
  | "bonus"
  | "bonus_balance"
  | "total_balance"
  | "premium"
  | "verification"
  | "blocked_until"
  | "needs_proof_of_age"
>;

/** Returns the fields of one module. */
export type ProfileFragment = (player: {
  readonly id: PlayerId;
  readonly currency: Currency | null;
  /** Null until chosen. */
  readonly locale: Locale | null;
}) => Promise<Partial<ContributedFields>>;

const unknownYet: ContributedFields = {
  balance: "0",
  bonus: null,
  bonus_balance: "0",
  total_balance: "0",
  premium: { status: null },
  blocked_until: null,
  needs_proof_of_age: false,
  verification: { is_need: false, data: { status: "init" } },
};

/** The id of a bonus granted by an operator and not yet claimed, or null. */
export type GrantedOffer = (player: PlayerId) => Promise<string | null>;

export interface Profiles {
  contribute(name: string, fragment: ProfileFragment): void;
  /** The profile as the player of this session sees it. */
  of(player: PlayerId, session: Uuid): Promise<ProfileUser>;
  /** Reads bonuses granted by operators; without it there are none. */
  grantOffers(offerOf: GrantedOffer): void;
  readonly offerOf: GrantedOffer;
}

export function createProfiles(host: Host): Profiles {
  const fragments = new Map<string, ProfileFragment>();
  let granted: GrantedOffer = async () => null;
  return {
    grantOffers(offerOf) {
      granted = offerOf;
    },
    offerOf: player => granted(player),
    contribute(name, fragment) {
      invariant(!fragments.has(name), `two fragments of the profile are called ${name}`);
      fragments.set(name, fragment);
    },
    async of(player, session) {
      const [[row], before] = await Promise.all([playersOf(host.db, [player]), loginBefore(host.db, session)]);
      const found = required(row, "a session of a player who does not exist");
      const { id, currency, locale } = found;
      const parts = await Promise.all([...fragments.values()].map(fragment => fragment({ id, currency, locale })));
      const origin = originOf(host.config, mainHostname(host.config));
      const own = { ...ownFields(found, origin), last_login_at: before?.toISOString() ?? null };
      return Object.assign(own, unknownYet, ...parts);
    },
  };
}

function ownFields(row: PlayerRow, origin: string): Omit<ProfileUser, keyof ContributedFields | "last_login_at"> {
  return {
    id: row.id,
    name: row.name,
    seal: toHex(row.publicId),
    avatar: avatarKeyOf(row),
    phone: row.phone,
    email: row.email,
    currency: row.currency,
    locale: row.locale,
    timezone: row.timezone,
    register_method: row.registerMethod,
    is_phone_verified: row.phoneVerified,
    is_email_verified: row.emailVerified,
    is_password_exists: row.hasPassword,
    image: { small: `${origin}/avatars/${avatarKeyOf(row)}` },
    is_avatar_hidden: row.isAvatarHidden,
    is_statistics_hidden: row.isStatisticsHidden,
    is_test: row.isTest,
  };
}
