import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { takeBreak } from "#modules/limits/server/index.ts";
import { addDays } from "#modules/limits/shared/breaks.ts";
import { limitsChanged } from "#modules/limits/shared/events.ts";
import { caseClosed, caseNotClaimed } from "../shared/errors.ts";
import type { CaseOutcome, InteractionKind } from "../shared/interactions.ts";
import { type CaseRow, claimCase, closeCase, insertInteraction, lockCase } from "./case-store.ts";
import { updateHold } from "./hold-offers.ts";
import type { HarmNeeds } from "./needs.ts";
import { scoreRow } from "./store.ts";

export interface By {
  readonly id: Uuid;
  readonly name: string;
}

/** What operators do with cases. Each call runs in the caller's transaction, with its audit entry. */
export function createCases(needs: HarmNeeds) {
  const { host, notices } = needs;
  const now = () => new Date(host.clock.now());

  async function open(tx: Tx, id: Uuid): Promise<CaseRow> {
    const found = (await lockCase(tx, id)) ?? fail(notFound);
    return found.closedAt === null ? found : fail(caseClosed);
  }

  async function claimed(tx: Tx, id: Uuid, by: By): Promise<CaseRow> {
    const found = await open(tx, id);
    return found.claimedBy === by.id ? found : fail(caseNotClaimed);
  }

  async function record(
    tx: Tx,
    { id: caseId, playerId }: CaseRow,
    { kind, text, reply, by }: { kind: InteractionKind; text: string; reply: string | null; by: By },
  ): Promise<Uuid> {
    const id = host.ids.next();
    const scored = await scoreRow(tx, playerId);
    await insertInteraction(tx, {
      id,
      playerId,
      caseId,
      kind,
      text,
      reply,
      score: scored?.score ?? 0,
      markers: scored?.markers ?? [],
      byName: by.name,
      at: now(),
    });
    return id;
  }

  return {
    /** Claims a case, also one that a colleague has claimed. @returns the case before the claim */
    async claim(tx: Tx, id: Uuid, by: By): Promise<CaseRow> {
      const found = await open(tx, id);
      await claimCase(tx, id, by.id, by.name);
      return found;
    },
    /** Writes to the player's inbox, or notes a call and what the player replied. */
    async contact(
      tx: Tx,
      id: Uuid,
      { kind, text, reply, by }: { kind: "message" | "call"; text: string; reply: string | null; by: By },
    ): Promise<CaseRow> {
      const found = await claimed(tx, id, by);
      const interaction = await record(tx, found, { kind, text, reply, by });
      if (kind === "message")
        await notices.give(tx, {
          player: found.playerId,
          kind: "play_message",
          data: { text },
          source: `play_message:${interaction}`,
        });
      return found;
    },
    /** A break of the player: no stakes and deposits; open bets and payouts are not affected. Fails with `break_not_longer`. */
    async pause(tx: Tx, id: Uuid, { days, text, by }: { days: number; text: string; by: By }): Promise<CaseRow> {
      const found = await claimed(tx, id, by);
      const until = addDays(now(), days);
      await takeBreak(tx, found.playerId, { kind: "time_out", until }, now());
      await host.bus.publish(tx, limitsChanged, { player: found.playerId, what: "break", until });
      await record(tx, found, { kind: "pause", text, reply: null, by });
      return found;
    },
    async close(tx: Tx, id: Uuid, { outcome, by }: { outcome: CaseOutcome; by: By }): Promise<CaseRow> {
      const found = await claimed(tx, id, by);
      await closeCase(tx, id, by.name, outcome, now());
      await updateHold(tx, found.playerId, now());
      return found;
    },
  };
}

export type Cases = ReturnType<typeof createCases>;
