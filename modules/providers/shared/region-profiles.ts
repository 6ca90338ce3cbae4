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

/** What the country of the player asks of a game. */
export function regionProfile(country: string, kind: "slots" | "live-casino"): Profile {
  if (country !== "GB") return base;
  return kind === "slots" ? uk : { ...uk, min_round_ms: 5000 };
}
