import { clusterMigrations, installCluster } from "#kit/cluster/install-cluster.ts";
import { storedName } from "#kit/contract/manifest.ts";
import type { Db, Queryable } from "#kit/db/db.ts";
import { type Migration, type MigrationSource, migrate, pendingMigrations } from "#kit/db/migrate.ts";
import type { Phase } from "#kit/db/migration-header.ts";
import { grantServerRole, type ServerRole } from "#kit/db/server-role.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { installJobs, jobsMigrations } from "#kit/jobs/install.ts";

export interface Installation {
  readonly databaseUrl: string;
  readonly modules: readonly ServerModule[];
  /** Gets its privileges on new tables; none if the owner may not create roles. */
  readonly role: ServerRole | undefined;
  /** `expand` leaves files of phase `contract` for later. */
  readonly phase?: Phase;
}

/** Applies the open migrations of the modules, of the job queue and of the directory of nodes, as the owner. Returns those of the modules. */
export async function installDatabase(owner: Db, installation: Installation): Promise<readonly Migration[]> {
  await installJobs(owner, installation.databaseUrl);
  await installCluster(owner);
  const done = await migrate(owner, sourcesOf(installation.modules), installation.phase);
  const { role } = installation;
  if (role) await owner.tx(tx => grantServerRole(tx, role));
  return done;
}

/** The open migrations, of the job queue and of the directory of nodes too. */
export function openMigrations(db: Queryable, modules: readonly ServerModule[]): Promise<readonly Migration[]> {
  return pendingMigrations(db, [jobsMigrations, clusterMigrations, ...sourcesOf(modules)]);
}

/** This version works without its contract files. Throws an error for the operator when others are pending. */
export async function requireMigrated(db: Queryable, modules: readonly ServerModule[]): Promise<void> {
  const open = (await openMigrations(db, modules)).filter(({ phase }) => phase !== "contract");
  const [first] = open;
  if (!first) return;
  const others = open.length > 1 ? ` and ${open.length - 1} more` : "";
  throw new Error(
    `${first.module}: ${first.file}${others} must be applied to the database first: run npm run migrate, or start with MIGRATE=at-start.`,
  );
}

function sourcesOf(modules: readonly ServerModule[]): readonly MigrationSource[] {
  return modules.flatMap(({ manifest, migrations }) =>
    migrations ? [{ module: storedName(manifest), folder: migrations }] : [],
  );
}
