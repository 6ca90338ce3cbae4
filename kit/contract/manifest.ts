/** What a module is, as data. No imports of pages or servers here: every environment reads it. */
export interface Manifest {
  readonly name: string;
  /** Folder under `modules/`, where it differs from the name (`games/dice`). */
  readonly folder: string;
  /** 1 ground, 2 people, 3 about people, 4 wallet, 5 payments and bets, 6 and 7 engines, 8 games, 9 rewards, 10 engagement and pages, 11 operations. */
  readonly tier: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11;
  /** The name of its schema and its migrations in the database, where the module has been renamed since. */
  readonly storedAs?: string;
  /** The modules of lower tiers it imports; anything else is refused by the layer test. */
  readonly needs: readonly string[];
  /** The modules that its office part needs beside these: the back office is composed above all tiers. */
  readonly office?: readonly string[];
  /** A game service of its own, switched by SERVICES. */
  readonly service?: "crash" | "cases" | "miner" | "general" | "coinflip" | "keno" | "dice";
}

export function manifest(spec: Manifest): Manifest {
  return spec;
}

/** The name under which a module's schema and migrations are stored. */
export function storedName({ name, storedAs = name }: Manifest): string {
  return storedAs;
}
