import { join } from "node:path";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Accounts, NamedRow } from "#modules/accounts/server/index.ts";
import { avatarKeyOf } from "#modules/accounts/shared/avatar-key.ts";
import manifest from "../module.ts";
import * as contract from "../shared/contract.ts";
import { moderationClosed, nameChangeTooSoon } from "../shared/errors.ts";
import { brandNamesOf } from "./brand-names.ts";
import { chooseAvatar } from "./choose-avatar.ts";
import { checkName, chooseName, type NameNeeds, nextChange } from "./choose-name.ts";
import { type Moderated, moderate, type Verdict } from "./moderate.ts";
import { createPublicProfiles } from "./public-profile.ts";
import * as store from "./store.ts";
import { uploadAvatar } from "./upload-avatar.ts";

export { drawnPicture } from "./drawn-pictures.ts";
export type { Moderated, Verdict } from "./moderate.ts";
export type { QueueRow } from "./store.ts";

export interface Profiles extends ServerModule {
  /** The bytes (WebP) of an approved upload. */
  shownUpload(key: string): Promise<Uint8Array | undefined>;
  /** Operators' view and decisions; each decision is in the audit log of the caller. */
  readonly moderation: {
    queue(limit: number): Promise<readonly store.QueueRow[]>;
    waiting(): Promise<number>;
    decide(tx: Tx, id: Uuid, verdict: Verdict): Promise<Moderated>;
  };
}

/** Chosen names and avatars, and public profiles. */
export function createProfiles(
  host: Host,
  { accounts, staffNames }: Pick<NameNeeds, "staffNames"> & { readonly accounts: Pick<Accounts, "names"> },
): Profiles {
  const { names } = accounts;
  const nameNeeds = { host, names, brands: brandNamesOf(host.config), staffNames };
  const profiles = createPublicProfiles(host, names);

  async function identity(player: PlayerId): Promise<{ data: contract.Identity }> {
    const person = required(await names.of(host.db, player), "a session of a player who does not exist");
    const [chosen, upload] = [await store.namesOf(host.db, player), await store.lastAvatar(host.db, player)];
    return { data: { ...nameView(person, chosen, host.clock.now()), upload: uploadView(upload) } };
  }

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [nameChangeTooSoon, moderationClosed],
    handlers: [
      handle(contract.getIdentity, ({ session }) => identity(session.player)),
      handle(contract.checkName, async ({ session, input }) => ({
        data: { name: await checkName(nameNeeds, session.player, input.body.name) },
      })),
      handle(contract.chooseName, async ({ session, input }) => {
        await chooseName(nameNeeds, session.player, input.body.name);
        return identity(session.player);
      }),
      handle(contract.chooseAvatar, async ({ session, input }) => {
        await chooseAvatar({ host, names }, session.player, input.body.avatar);
        return identity(session.player);
      }),
      handle(contract.uploadAvatar, async ({ session, input }) => {
        await uploadAvatar({ host, names }, session.player, input.body);
        return identity(session.player);
      }),
      handle(contract.getPublicProfile, async ({ input }) => ({ data: await profiles.of(input.params.name) })),
    ],
    shownUpload: key => store.shownAvatar(host.db, key),
    moderation: {
      queue: limit => store.queue(host.db, limit),
      waiting: () => store.countInReview(host.db),
      decide: (tx, id, verdict) => moderate({ host, names }, tx, id, verdict),
    },
    personalData: player => store.personalData(host.db, player),
    async onAccountClosed(tx, player) {
      await names.renameAtRandom(tx, player);
      await names.setAvatar(tx, player, null);
      await store.forgetPlayer(tx, player);
    },
  };
}

function nameView(person: NamedRow, chosen: readonly store.NameRow[], now: number): Omit<contract.Identity, "upload"> {
  const [last] = chosen;
  const inUse = chosen.find(({ name, state }) => name === person.name && state !== "rejected");
  return {
    name: person.name,
    avatar: avatarKeyOf(person),
    seal: avatarKeyOf({ ...person, avatar: null }),
    name_state: inUse ? (inUse.state === "in_review" ? "in_review" : "approved") : "generated",
    next_change_at: nextChange(chosen, now)?.toISOString() ?? null,
    rejected_name: last?.state === "rejected" && last.why !== null ? { name: last.name, why: last.why } : null,
  };
}

function uploadView(upload: store.AvatarRow | undefined): contract.Identity["upload"] {
  if (upload?.state !== "in_review" && upload?.state !== "rejected") return null;
  const image = upload.content && Buffer.from(upload.content).toString("base64");
  return { state: upload.state, image, why: upload.why };
}
