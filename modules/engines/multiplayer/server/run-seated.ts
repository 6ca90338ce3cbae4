import type { Host } from "#kit/host/host.ts";
import type { Reign, RoundOwner } from "#modules/engines/shared-rounds/server/index.ts";
import { createBell } from "#modules/engines/shared-rounds/server/index.ts";
import type { WalletGates } from "#modules/wallet/server/port.ts";
import { freeSeat, isFull, type LiveRound, type SeatedRound, type SeatedRules } from "./seated-round.ts";
import { createSeatedTable, type SeatedTableNeeds } from "./seated-table.ts";
import { createSitting, type Sitting } from "./sitting.ts";

/** The longest wait of the loop: it is woken by every new round. */
const idleMs = 3_600_000;
const sweepAfterMs = 10_000;
/** A leader that slept may have taken a stake long after its successor looked for such. */
const sweepAgainMs = 60_000;
const gateRound = 1n;

export interface RunNeeds<R extends SeatedRound> extends Omit<SeatedTableNeeds<R>, "failed"> {
  readonly host: SeatedTableNeeds<R>["host"] & Pick<Host, "db">;
  readonly wallet: SeatedTableNeeds<R>["wallet"] & WalletGates;
  /** Shows the rounds to the handlers. */
  readonly seat: (sitting: Sitting<R>) => void;
}

/** Runs the rounds of a game while the reign lasts. First takes up what an earlier leader left. */
export async function runSeated<R extends SeatedRound, Result>(
  needs: RunNeeds<R>,
  rules: SeatedRules<R, Result>,
  reign: Reign,
  owner: Pick<RoundOwner, "isDraining">,
  wake: (ring: () => void) => void,
): Promise<void> {
  const { host } = needs;
  const bell = createBell();
  wake(() => bell.ring());
  let fault: { error: unknown } | undefined;
  const told: SeatedTableNeeds<R> = {
    ...needs,
    changed(round) {
      needs.changed(round);
      bell.ring();
    },
    failed(error) {
      fault = { error };
      bell.ring();
    },
  };
  const table = createSeatedTable(told, rules, reign);
  reign.unlessFenced(await rules.store.takeReign(reign.epoch));
  await openGateOnce();
  await table.recover();
  await table.sweep(gateRound, new Date(host.clock.now() + idleMs));
  // A stake that the process before was just taking may turn up after this.
  let sweepAt = host.clock.now() + sweepAfterMs;
  const sitting = createSitting(table, gateRound, {
    unknown() {
      sweepAt = Math.min(sweepAt, host.clock.now() + sweepAfterMs);
    },
    freed: () => bell.ring(),
  });
  needs.seat(sitting);

  while (!(owner.isDraining && !isBusy(table.live.values()))) {
    if (fault) throw fault.error;
    const now = host.clock.now();
    if (now >= sweepAt) {
      sweepAt = now + sweepAgainMs;
      await table.sweep(gateRound, new Date(now - sweepAfterMs / 2), sitting);
    }
    let next = Math.min(now + idleMs, sweepAt);
    for (const round of table.live.values()) next = Math.min(next, attend(round, now));
    await bell.heard(reign.wait(Math.max(0, next - host.clock.now())));
  }

  /** What is due on an open round: the house joins, or it goes back. Returns when the next thing is. */
  function attend(round: LiveRound<R>, now: number): number {
    const seat = freeSeat(round);
    // While a seat is being taken nothing is due; the bell rings when that is over.
    if (seat === undefined || round.taking.size > 0) return Number.POSITIVE_INFINITY;
    const due = rules.due(round.stored);
    if (now < due.at || owner.isDraining) return due.at > now ? due.at : Number.POSITIVE_INFINITY;
    // What fails in either is told to the loop.
    if (due.what === "house joins") {
      round.taking.set(seat, null);
      table.join(round, seat, null).catch(() => undefined);
    } else {
      round.withdrawn = true;
      table.giveBack([round], "expired").catch(() => undefined);
    }
    return Number.POSITIVE_INFINITY;
  }

  /**
   * The gate stays open at its one round: rounds of a few outlive the process that opened them, and stakes wait for no round's end. What
   * a new leader must not take over is kept out by the epoch and by the row that every write reads.
   */
  async function openGateOnce(): Promise<void> {
    const gate = await reign.untilDone("read the gate", () => needs.wallet.gate(rules.name));
    if (gate?.round === gateRound) return;
    reign.unlessFenced(await needs.wallet.openGate(host.db, rules.name, gateRound, reign.epoch));
  }
}

/** Somebody's stakes are being taken, drawn or given back: a drain lets that be done. */
export function isBusy(rounds: Iterable<LiveRound<SeatedRound>>): boolean {
  for (const { stored, taking, withdrawn } of rounds) if (withdrawn || taking.size > 0 || isFull(stored)) return true;
  return false;
}
