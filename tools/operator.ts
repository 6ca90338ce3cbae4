import { createHouse } from "#apps/server/house.ts";
import { systemHost } from "#apps/server/system-host.ts";
import { StartFailure } from "#kit/db/embedded/sentence.ts";
import { readConfig } from "#kit/host/config.ts";
import { demoCode } from "./start/demo-operators.ts";
import { houseOf } from "./start/running-database.ts";

/**
 * `npm run operator -- invite <e-mail> <name>`: adds an owner, or invites one anew, in the house that runs on DATA_DIR or
 * has DATABASE_URL, and prints the invitation, while fewer than two owners are active. `npm run operator -- code <e-mail>`:
 * the code a demo operator's app would show now.
 */
const usage = `npm run operator -- invite <e-mail> "<name>" [owner]\nnpm run operator -- code <e-mail of a demo operator>`;
const [command, email = "", name = "", role = "owner"] = process.argv.slice(2);

const refusals = {
  other_role: "has another role. Two owners give the owner role in the back office.",
  disabled: "is disabled. An owner enables the account in the back office, or invite another address.",
  owners_enough: "was not invited: two owners are active. They add and re-invite owners in the back office.",
};

try {
  if (command === "code" && email) console.log(await demoCode(process.env, email));
  else if (command === "invite" && email && name && role === "owner") console.log(await invite());
  else if (command === "invite" && role !== "owner")
    throw new StartFailure("The console adds owners only. Owners invite everybody else in the back office, by mail.");
  else throw new StartFailure(usage);
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exitCode = 1;
}

async function invite(): Promise<string> {
  const config = readConfig(await houseOf(process.env));
  const { host, close } = systemHost(config);
  try {
    const invited = await createHouse(host).operators.inviteFromConsole({ email, name });
    if ("refused" in invited) throw new StartFailure(`${email} ${refusals[invited.refused]}`);
    return `${name} sets a password and an app within 24 hours at\n${invited.link}`;
  } finally {
    await close();
  }
}
