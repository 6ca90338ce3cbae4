import { fail } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ClosingBalance, ServerModule } from "#kit/host/server-module.ts";
import type { Session } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { accountNotEmpty } from "../shared/errors.ts";

/** The player's statement on closing. */
export interface Closing {
  readonly password: string | null;
  /** The amounts given up, by currency: exactly what is left, or nothing is given up. */
  readonly giveUp: Readonly<Record<string, string>>;
}

/**
 * Closes an account in one transaction: a rest that is too small to be paid out is given up if the player names the exact amount; refused
 * while any module has another obstacle; then every module deletes what it need not retain. Fails as `confirmOwner` does, then with
 * `account_not_empty`.
 */
export async function closeAccount(
  host: Host,
  accounts: Pick<Accounts, "confirmOwner" | "exclusions">,
  modules: readonly ServerModule[],
  session: Session,
  { password, giveUp }: Closing,
): Promise<void> {
  await accounts.confirmOwner(session, password);
  const { player } = session;
  await host.db.tx(async tx => {
    const obstacles = new Set<string>();
    for (const module of modules)
      for (const obstacle of (await module.closingObstacles?.(tx, player)) ?? []) obstacles.add(obstacle);
    // Checking for obstacles has locked the wallets: the balances cannot change until the end.
    const rests = obstacles.has("money") ? await restsOf(tx, player, modules) : [];
    if (isNamed(rests, giveUp)) {
      for (const module of modules) await module.writeOffBalances?.(tx, player);
      obstacles.delete("money");
    }
    if (obstacles.size > 0)
      fail(accountNotEmpty, { data: { obstacles: [...obstacles].sort(), rests: offered(rests) } });
    await endAccount(tx, { accounts, modules }, player);
  });
}

/** Every module deletes what it need not retain. Who is kept out of play stays out: nobody registers again with what recognizes them. */
export async function endAccount(
  tx: Tx,
  { accounts, modules }: { readonly accounts: Pick<Accounts, "exclusions">; readonly modules: readonly ServerModule[] },
  player: PlayerId,
): Promise<void> {
  const ends: Date[] = [];
  const identifiers: string[] = [];
  for (const module of modules) {
    const until = await module.excludedUntil?.(tx, player);
    if (until) ends.push(until);
    identifiers.push(...((await module.identifiers?.(tx, player)) ?? []));
  }
  const [last] = ends.toSorted((a, b) => b.getTime() - a.getTime());
  if (last) await accounts.exclusions.add(tx, identifiers, last);
  for (const module of modules) await module.onAccountClosed?.(tx, player);
}

async function restsOf(tx: Tx, player: PlayerId, modules: readonly ServerModule[]): Promise<readonly ClosingBalance[]> {
  const found = await Promise.all(modules.map(async module => (await module.closingBalances?.(tx, player)) ?? []));
  return found.flat();
}

/** The whole rest is small, and named exactly: an amount the player has not seen is never given up. */
function isNamed(rests: readonly ClosingBalance[], named: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(named);
  return (
    rests.length > 0 &&
    rests.length === names.length &&
    rests.every(rest => rest.isSmall && named[rest.currency] === rest.amount)
  );
}

/** The amounts that may be given up, for the page to show; none if any part can be paid out. */
function offered(rests: readonly ClosingBalance[]): Readonly<Record<string, string>> {
  if (!rests.every(rest => rest.isSmall)) return {};
  return Object.fromEntries(rests.map(({ currency, amount }) => [currency, amount]));
}
