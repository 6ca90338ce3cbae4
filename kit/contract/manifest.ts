/** A module's manifest, as data. It imports no pages and no server code: every environment reads it. */
export interface Manifest {
  readonly name: string;
  /** Folder under `modules/`, where it differs from the name (`games/dice`). */
  readonly folder: string;
  /** 1 ground, 2 people, 3 about people, 4 wallet, 5 payments and bets, 6 and 7 engines, 8 games, 9 rewards, 10 engagement and pages, 11 operations. */
  readonly tier: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11;
  /** The database schema and the name of its migrations, if the module was renamed later. */
  readonly storedAs?: string;
  /** The modules of lower tiers it imports; the layer test refuses any other import. */
  readonly needs: readonly string[];
  /** Additional modules that its office part imports: the back office is composed above all tiers. */
  readonly office?: readonly string[];
  /** A separate game service, selected by SERVICES. */
  readonly service?: string | undefined;
}

export function manifest(spec: Manifest): Manifest {
  return spec;
}

/** The name under which a module's schema and migrations are stored. */
export function storedName({ name, storedAs = name }: Manifest): string {
  return storedAs;
}
