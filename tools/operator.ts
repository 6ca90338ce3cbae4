import { createModules } from "#apps/server/modules.ts";
import { systemHost } from "#apps/server/system-host.ts";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import { readConfig } from "#kit/host/config.ts";
import { type OperatorCommand, readOperatorCommand } from "./operator-command.ts";
import { demoCode } from "./start/demo-operators.ts";
import { runningAppEnvironment } from "./start/running-database.ts";

/**
 * `npm run operator -- invite <email> <name>`: adds an owner, or re-invites one, in the installation on DATA_DIR or
 * DATABASE_URL, and prints the invitation, while fewer than two owners are active. `npm run operator -- code <email>`:
 * the code a demo operator's app would show now. `npm run operator -- break-glass <email> <reason>`: a one-time code in place of an
 * operator's app. `npm run operator -- disable <email> <reason>`: disables an operator while only one other owner can sign in.
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
  console.log(await done(command));
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exitCode = 1;
}

function done(command: OperatorCommand): Promise<string> {
  if (command.does === "code") return demoCode(process.env, command.email);
  if (command.does === "invite") return invite(command);
  return command.does === "disable" ? disable(command) : breakGlass(command);
}

const notDisabled = {
  unknown: "is not an operator.",
  disabled: "is disabled already.",
  last_owner: "was not disabled: no other owner can sign in. Invite one first.",
  owners_enough: "was not disabled: two other owners can do it in the back office.",
};

async function disable({ email, reason }: { email: string; reason: string }): Promise<string> {
  const { host, close } = systemHost(readConfig(await runningAppEnvironment(process.env)));
  try {
    const done = await createModules(host).operators.disableFromConsole({ email, reason });
    if (done) throw new StartFailure(`${email} ${notDisabled[done.refused]}`);
    return `${email} is disabled, and their sessions have ended. All owners have been notified by email.`;
  } finally {
    await close();
  }
}

async function breakGlass({ email, reason }: { email: string; reason: string }): Promise<string> {
  const { host, close } = systemHost(readConfig(await runningAppEnvironment(process.env)));
  try {
    const issued = await createModules(host).operators.breakGlass({ email, reason });
    if ("refused" in issued)
      throw new StartFailure(
        issued.refused === "unknown"
          ? `${email} is not an operator.`
          : `${email} cannot sign in: the account is disabled, or its invitation is still open.`,
      );
    return `${issued.code}\nEnter it once instead of the app's code, after the password. The session ends in an hour and cannot approve anything. All owners have been notified by email, and another person has to review it.`;
  } finally {
    await close();
  }
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
