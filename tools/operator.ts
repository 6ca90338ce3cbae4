import { createModules } from "#apps/server/modules.ts";
import { systemHost } from "#apps/server/system-host.ts";
import { StartFailure } from "#kit/db/embedded/sentence.ts";
import { readConfig } from "#kit/host/config.ts";
import { readOperatorCommand } from "./operator-command.ts";
import { demoCode } from "./start/demo-operators.ts";
import { runningAppEnvironment } from "./start/running-database.ts";

/**
 * `npm run operator -- invite <e-mail> <name>`: adds an owner, or re-invites one, in the installation on DATA_DIR or
 * DATABASE_URL, and prints the invitation, while fewer than two owners are active. `npm run operator -- code <email>`:
 * the code a demo operator's app would show now.
 */
const command = readOperatorCommand(process.argv.slice(2));

const refusals = {
  other_role: "has another role. Owners give the owner role in the back office.",
  disabled: "is disabled. An owner enables the account in the back office, or invite another address.",
  owners_enough:
    "was not invited: there are two owners already, or one and an open invitation. Owners add and re-invite owners in the back office.",
};

try {
  if (typeof command === "string") throw new StartFailure(command);
  console.log(command.does === "code" ? await demoCode(process.env, command.email) : await invite(command));
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exitCode = 1;
}

async function invite({ email, name }: { email: string; name: string }): Promise<string> {
  const config = readConfig(await runningAppEnvironment(process.env));
  const { host, close } = systemHost(config);
  try {
    const invited = await createModules(host).operators.inviteFromConsole({ email, name });
    if ("refused" in invited) throw new StartFailure(`${email} ${refusals[invited.refused]}`);
    return `${name} sets a password and an authenticator app here; the link expires in 24 hours:\n${invited.link}`;
  } finally {
    await close();
  }
}
