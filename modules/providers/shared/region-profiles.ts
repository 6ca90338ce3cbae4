import type { ProfileView } from "./wire.ts";

type Profile = Omit<ProfileView, "max_stake" | "chat"> & { readonly chat: boolean };

const base: Profile = {
  name: "base",
  min_round_ms: 0,
  autoplay: true,
  turbo: true,
  slam_stop: true,
  buy: true,
  gamble: true,
  show_net_position: false,
  chat: true,
};
/** UKGC RTS 8 and 14: 2.5 s a spin of a slot, 5 s a round of other games, nothing that speeds play up; no chat (0110). */
const uk: Profile = {
  name: "uk",
  min_round_ms: 2500,
  autoplay: false,
  turbo: false,
  slam_stop: false,
  buy: false,
  gamble: false,
  show_net_position: true,
  chat: false,
};

const ukLive: Profile = { ...uk, min_round_ms: 5000 };

export type GameKind = "slots" | "live-casino";

/** The countries with a profile of their own; every other one has the base profile. */
export const countryProfiles: Readonly<Record<string, Readonly<Record<GameKind, Profile>>>> = {
  GB: { slots: uk, "live-casino": ukLive },
};
export const baseProfile = base;

/** The rules of a profile, and what requires them; null: we decided it. */
export const profileRules = [
  { rule: "min_round_ms", laws: { GB: "UKGC RTS 14" } },
  { rule: "autoplay", laws: { GB: "UKGC RTS 8" } },
  { rule: "turbo", laws: { GB: "UKGC RTS 14" } },
  { rule: "slam_stop", laws: { GB: "UKGC RTS 14" } },
  { rule: "buy", laws: { GB: "UKGC RTS 14" } },
  { rule: "gamble", laws: { GB: null } },
  { rule: "show_net_position", laws: { GB: "UKGC RTS 2" } },
  { rule: "chat", laws: { GB: null } },
] as const satisfies readonly { rule: keyof Profile; laws: Readonly<Record<string, string | null>> }[];

/** The rules that a game has to follow for a player of this country. */
export function regionProfile(country: string, kind: GameKind): Profile {
  return countryProfiles[country]?.[kind] ?? base;
}
