import type { Db } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { answerable } from "../task.ts";
import type { WalletLanes } from "../wallet-lanes.ts";
import type {
  CloseSlip,
  EditSlip,
  EditSlipAnswer,
  PlaceSlip,
  PlaceSlipAnswer,
  ReviseAnswer,
  SlipEdits,
  SlipRevision,
  WalletSlips,
} from "./port.ts";
import { findSlips, slipOf } from "./store.ts";

/** Slips of the sportsbook: placed, revised, closed, edited, read. */
export function createSlipOperations(db: Db, { enqueue }: Pick<WalletLanes, "enqueue">): WalletSlips & SlipEdits {
  async function placeSlip(slip: PlaceSlip): Promise<PlaceSlipAnswer> {
    invariant(slip.stake > 0n && slip.legs.length > 0, "a slip without stake or legs");
    return new Promise((resolve, reject) =>
      enqueue({
        ...answerable<PlaceSlipAnswer>(slip.player, resolve, reject),
        kind: "slip",
        bet: slip,
        key: slip.key,
      }),
    );
  }

  async function revise(player: PlayerId, revisions: readonly SlipRevision[]): Promise<readonly ReviseAnswer[]> {
    const slips = new Set(revisions.map(({ slip }) => slip));
    invariant(revisions.length > 0 && slips.size === revisions.length, "no revision, or two of one slip at once");
    return new Promise((resolve, reject) =>
      enqueue({
        ...answerable<readonly ReviseAnswer[]>(player, resolve, reject),
        kind: "revise",
        revisions,
      }),
    );
  }

  async function editSlip({ slip, close }: EditSlip): Promise<EditSlipAnswer> {
    invariant(slip.stake > 0n && slip.legs.length > 0, "a slip without stake or legs");
    return new Promise((resolve, reject) =>
      enqueue({
        ...answerable<EditSlipAnswer>(slip.player, resolve, reject),
        kind: "edit",
        bet: slip,
        key: slip.key,
        close,
      }),
    );
  }

  async function closeSlip({ player, slip, id: key, close }: CloseSlip): Promise<ReviseAnswer> {
    return new Promise((resolve, reject) =>
      enqueue({ ...answerable<ReviseAnswer>(player, resolve, reject), kind: "close", key, slip, close }),
    );
  }

  return {
    placeSlip,
    closeSlip,
    editSlip,
    reviseSlips: revise,
    async slip(player, key) {
      const row = (await findSlips(db, [{ player, key }])).get(`${player}/${key}`);
      return row && slipOf(row);
    },
  };
}
