import { event } from "#kit/contract/event.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Decision, RejectionReason, Subject } from "./contract.ts";

/** A chosen name or an uploaded picture was approved or rejected. `why` and `name` if present. */
export const profileModerated = event<{
  player: PlayerId;
  id: Uuid;
  subject: Subject;
  decision: Decision;
  name: string | null;
  why: RejectionReason | null;
}>({
  name: "profileModerated",
  module: "profiles",
  summary: "An operator approved or rejected a player's name or avatar",
});
