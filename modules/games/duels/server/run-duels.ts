import type { Host } from "#kit/host/host.ts";
import { createBell, type Reign, type RoundOwner } from "#modules/desk/server/index.ts";
import type { WalletGates } from "#modules/wallet/server/port.ts";
import { houseAfterMs, openForMs } from "../shared/rules.ts";
import { createDuelTable, gateName, type TableNeeds } from "./duel-table.ts";
import type { LiveDuel } from "./live-duel.ts";
import { createSitting, type Sitting } from "./sitting.ts";

/** The longest wait of the loop: it is woken by every new duel. */
const idleMs = 3_600_000;
const sweepAfterMs = 10_000;
const gateRound = 1n;

interface RunNeeds extends Omit<TableNeeds, "failed" | "changed"> {
  readonly host: TableNeeds["host"] & Pick<Host, "db">;
  readonly wallet: TableNeeds["wallet"] & WalletGates;
  readonly changed: (duel: LiveDuel) => void;
  /** Shows the duels to the handlers. */
  readonly seat: (sitting: Sitting) => void;
}

/** Runs the duels while the reign lasts. First takes up what an earlier leader left. */
export async function runDuels(
  needs: RunNeeds,
  reign: Reign,
  owner: Pick<RoundOwner, "isDraining">,
  wake: (ring: () => void) => void,
): Promise<void> {
  const { host, store } = needs;
  const bell = createBell();
  wake(() => bell.ring());
  let fault: { error: unknown } | undefined;
  let sweepAt = Number.POSITIVE_INFINITY;
  const duels = createDuelTable(
    {
      ...needs,
      changed(duel) {
        needs.changed(duel);
        bell.ring();
      },
      failed(error) {
        fault = { error };
        bell.ring();
      },
    },
    reign,
  );
  reign.unlessFenced(await store.takeReign(reign.epoch));
  await openGateOnce(needs, reign);
  await duels.recover();
  await duels.sweep(gateRound, new Date(host.clock.now() + idleMs), () => false);
  // A stake that the process before was just taking may turn up after this.
  sweepAt = host.clock.now() + sweepAfterMs;
  const sitting = createSitting(duels, gateRound, () => {
    sweepAt = Math.min(sweepAt, host.clock.now() + sweepAfterMs);
  });
  needs.seat(sitting);

  while (!(owner.isDraining && !isBusy(duels.live.values()))) {
    if (fault) throw fault.error;
    const now = host.clock.now();
    if (now >= sweepAt) {
      sweepAt = Number.POSITIVE_INFINITY;
      await duels.sweep(sitting.gateRound, new Date(now - sweepAfterMs / 2), sitting.isUnderWay);
    }
    let next = Math.min(now + idleMs, sweepAt);
    for (const duel of duels.live.values()) next = Math.min(next, attend(duel, now));
    await bell.heard(reign.wait(Math.max(0, next - host.clock.now())));
  }

  /** What is due on an open duel: the house joins, or it goes back. Returns when the next thing is. */
  function attend(duel: LiveDuel, now: number): number {
    if (duel.seat !== "free") return Number.POSITIVE_INFINITY;
    const opened = duel.stored.openedAt.getTime();
    const due = opened + (duel.stored.house ? houseAfterMs : openForMs);
    if (now < due || owner.isDraining) return due > now ? due : Number.POSITIVE_INFINITY;
    if (duel.stored.house) {
      duel.seat = "being taken";
      // What fails in it is told to the loop.
      duels.join(duel, null).catch(() => undefined);
    } else {
      duel.seat = "withdrawn";
      duels.giveBack([duel], "expired").catch(() => undefined);
    }
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * The gate stays open at its one round: duels outlive the process that opened them, and stakes wait for no round's end. What a new
 * leader must not take over is kept out by the epoch and by the row that every write reads.
 */
async function openGateOnce({ host, wallet }: RunNeeds, reign: Reign): Promise<void> {
  const gate = await reign.untilDone("read the gate", () => wallet.gate(gateName));
  if (gate?.round === gateRound) return;
  reign.unlessFenced(await wallet.openGate(host.db, gateName, gateRound, reign.epoch));
}

/** Somebody's stakes are being drawn or given back: a drain lets that be done. */
export function isBusy(duels: Iterable<LiveDuel>): boolean {
  for (const { seat } of duels) if (seat !== "free") return true;
  return false;
}
