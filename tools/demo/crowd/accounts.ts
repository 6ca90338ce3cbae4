import type { Accounts } from "#modules/accounts/server/index.ts";
import { unlessThere } from "../once.ts";
import { demoPassword } from "../personas.ts";
import { demoPlayers } from "./people.ts";

/** Opens the accounts of the crowd. Those of an earlier start are reused. */
export async function openCrowdAccounts(accounts: Pick<Accounts, "registerTestAccount">): Promise<void> {
  for (const { email, currency } of demoPlayers)
    await unlessThere("validation_failed", () =>
      accounts.registerTestAccount({ email, password: demoPassword, currency }),
    );
}
