import { createHouse } from "#apps/server/house.ts";
import { systemHost } from "#apps/server/system-host.ts";
import { StartFailure } from "#kit/db/embedded/sentence.ts";
import { readConfig, siteHost } from "#kit/host/config.ts";
import { publicScheme } from "#kit/http/hosts.ts";
import { type Role, roles } from "#modules/operators/shared/permissions.ts";
import { demoCode } from "./start/demo-operators.ts";
import { houseOf } from "./start/running-database.ts";

/**
 * `npm run operator -- invite <e-mail> <name> <role>`: makes an operator, or invites one anew, in the house that runs on
 * DATA_DIR or has DATABASE_URL, and prints the invitation. `npm run operator -- code <e-mail>`: the code a demo operator's
 * app would show now.
 */
const usage = `npm run operator -- invite <e-mail> "<name>" <${roles.join("|")}>\nnpm run operator -- code <e-mail of a demo operator>`;
const [command, email = "", name = "", role = ""] = process.argv.slice(2);

try {
  if (command === "code" && email) console.log(await demoCode(process.env, email));
  else if (command === "invite" && email && name && isRole(role)) console.log(await invite(role));
  else throw new StartFailure(usage);
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exitCode = 1;
}

function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}

async function invite(as: Role): Promise<string> {
  const config = readConfig(await houseOf(process.env));
  const { host, close } = systemHost(config);
  try {
    const token = await createHouse(host).operators.inviteFromConsole({ email, name, role: as });
    if (!token)
      throw new StartFailure(`${email} is an operator of another role: an owner changes that in the back office.`);
    const origin = `${publicScheme(config)}://office.${siteHost(config)}`;
    return `${name} takes a password and an app within a day at\n${origin}/invitation#${token}`;
  } finally {
    await close();
  }
}
