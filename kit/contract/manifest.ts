/** What a module is, as data. No imports of pages or servers here: every environment reads it. */
export interface Manifest {
  readonly name: string;
  /** Folder under `modules/`, where it differs from the name (`games/dice`). */
  readonly folder: string;
  /** 1 ground, 2 people, 3 about them, 4 purse, 5 doors, 6 play, 7 rewards, 8 engagement, 9 the house looking at itself. */
  readonly tier: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  /** The modules of lower tiers it imports; anything else is refused by the layer test. */
  readonly needs: readonly string[];
  /** A game service of its own, switched by SERVICES. */
  readonly service?: "crash" | "cases" | "miner" | "general" | "coinflip" | "keno" | "dice";
}

export function manifest(spec: Manifest): Manifest {
  return spec;
}
