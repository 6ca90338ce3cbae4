import { join } from "node:path";
import { cachedTable } from "#kit/db/cached-table.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { invariant } from "#kit/std/invariant.ts";
import manifest from "../module.ts";
import { flagErrors } from "../shared/errors.ts";
import { everywhere, type FlagSpec, type FlagValue, fits, type ValueOf } from "../shared/flag.ts";
import {
  type FlagChange,
  type FlagPlace,
  flagChanges,
  lastChange,
  type NewFlagValue,
  type StoredFlag,
  storedFlag,
  storedFlags,
  writeFlag,
} from "./store.ts";

export type { FlagChange, FlagPlace } from "./store.ts";
export { fits };

/** The value of a flag at an address; without one, that of everywhere. */
export type FlagReader<V> = (address?: string) => V;

/** A value that holds now. */
export interface FlagSetting extends StoredFlag {
  readonly value: FlagValue;
}

/** What the back office reads and writes. */
export interface FlagOffice {
  /** The flags that this program declares, by name. */
  readonly declared: ReadonlyMap<string, FlagSpec>;
  /** The values that hold now. */
  settings(): readonly FlagSetting[];
  /** The value that is stored and holds now. */
  find(on: Queryable, place: FlagPlace): Promise<FlagSetting | undefined>;
  /** Changes whenever the flag is set or restored in that place, and when its value expires. */
  versionOf(on: Queryable, place: FlagPlace): Promise<string>;
  /** Sets or restores it from the commit on, in every process. */
  write(tx: Tx, row: Omit<NewFlagValue, "at">): Promise<void>;
  changes(limit: number): Promise<readonly FlagChange[]>;
}

/** Behaviour that operators switch while the site runs. */
export interface Flags extends ServerModule {
  /** Declares a flag, once, at composition. */
  declare<S extends FlagSpec>(spec: S): FlagReader<ValueOf<S>>;
  readonly office: FlagOffice;
}

export interface FlagNeeds {
  /** The country of an address; null if unknown. */
  readonly countryOf: (address: string) => string | null;
}

/** Values are in the memory of every process, which reads them again after each change. */
export function createFlags(host: Host, { countryOf }: FlagNeeds): Flags {
  const rows = cachedTable<StoredFlag>(host, "flags", storedFlags);
  const declared = new Map<string, FlagSpec>();

  /** Expired values, and those of another type than this program declares, do not hold. */
  function holds(row: StoredFlag): row is FlagSetting {
    const spec = declared.get(row.flag);
    return spec !== undefined && row.until.getTime() > host.clock.now() && fits(spec, row.value);
  }

  function valueIn(flag: string, region: string): FlagValue | undefined {
    const row = rows.all.find(each => each.flag === flag && each.region === region);
    return row && holds(row) ? row.value : undefined;
  }

  async function find(on: Queryable, place: FlagPlace): Promise<FlagSetting | undefined> {
    const row = await storedFlag(on, place);
    return row && holds(row) ? row : undefined;
  }

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: flagErrors,
    start: rows.start,
    async stop() {
      rows.stop();
    },
    declare<S extends FlagSpec>(spec: S): FlagReader<ValueOf<S>> {
      invariant(!declared.has(spec.name), `the flag ${spec.name} is declared already`);
      invariant(fits(spec, spec.initial), `the default of ${spec.name} is within its bounds`);
      declared.set(spec.name, spec);
      return address => {
        const country = address === undefined ? null : countryOf(address);
        const ofCountry = country === null ? undefined : valueIn(spec.name, country);
        return (ofCountry ?? valueIn(spec.name, everywhere) ?? spec.initial) as ValueOf<S>;
      };
    },
    office: {
      declared,
      settings: () => rows.all.filter(holds),
      find,
      async versionOf(on, place) {
        const found = await find(on, place);
        return JSON.stringify({ change: String(await lastChange(on, place)), holds: found !== undefined });
      },
      async write(tx, row) {
        await writeFlag(tx, { ...row, at: new Date(host.clock.now()) });
        await rows.changed(tx);
      },
      changes: limit => flagChanges(host.db, limit),
    },
  };
}
