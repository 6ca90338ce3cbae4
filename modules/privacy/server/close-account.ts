import { fail } from "#kit/contract/error-code.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Session } from "#kit/http/handler.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { accountNotEmpty } from "../shared/errors.ts";

/**
 * Closes an account in one transaction: refused while a part of the house holds something of the player, then every part
 * lets go of what it need not keep. Fails as `confirmOwner` does, then with `account_not_empty`.
 */
export async function closeAccount(
  host: Host,
  accounts: Pick<Accounts, "confirmOwner">,
  modules: readonly ServerModule[],
  session: Session,
  password: string | null,
): Promise<void> {
  await accounts.confirmOwner(session, password);
  const { player } = session;
  await host.db.tx(async tx => {
    const obstacles = new Set<string>();
    for (const module of modules)
      for (const obstacle of (await module.closingObstacles?.(tx, player)) ?? []) obstacles.add(obstacle);
    if (obstacles.size > 0) fail(accountNotEmpty, { data: { obstacles: [...obstacles].sort() } });
    for (const module of modules) await module.onAccountClosed?.(tx, player);
  });
}
