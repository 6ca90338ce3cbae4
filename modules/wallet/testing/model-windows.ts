import type { BettingWindow, BettingWindows } from "../server/port.ts";

export interface ModelWindows extends Omit<BettingWindows, "openBets"> {
  find(name: string): BettingWindow | undefined;
}

/** The betting windows of the model: one row a name, as the table has it. */
export function createModelWindows(): ModelWindows {
  const bettingWindows = new Map<string, BettingWindow>();

  const ofLeader = (name: string, epoch: bigint) => {
    const bettingWindow = bettingWindows.get(name);
    return bettingWindow?.epoch === epoch ? bettingWindow : undefined;
  };

  return {
    find: name => bettingWindows.get(name),
    takeEpoch: async name => {
      const bettingWindow = bettingWindows.get(name) ?? { name, round: 0n, epoch: 0n, open: false };
      bettingWindows.set(name, { ...bettingWindow, epoch: bettingWindow.epoch + 1n });
      return bettingWindow.epoch + 1n;
    },
    bettingWindow: async name => bettingWindows.get(name),
    openBettingWindow: async (_on, name, round, epoch) => {
      const bettingWindow = ofLeader(name, epoch);
      if (!bettingWindow || round <= bettingWindow.round) return false;
      bettingWindows.set(name, { ...bettingWindow, round, open: true });
      return true;
    },
    closeBettingWindow: async (name, epoch) => {
      const bettingWindow = ofLeader(name, epoch);
      if (bettingWindow) bettingWindows.set(name, { ...bettingWindow, open: false });
      return bettingWindow !== undefined;
    },
  };
}
