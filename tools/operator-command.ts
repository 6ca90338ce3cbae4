import { inviteOperator } from "#modules/operators/shared/contract.ts";

/** The commands of `npm run operator`. */
export type OperatorCommand =
  | { readonly does: "code"; readonly email: string }
  | { readonly does: "invite"; readonly email: string; readonly name: string }
  | { readonly does: "break-glass" | "disable"; readonly email: string; readonly reason: string };

export const usage = [
  'npm run operator -- invite <email> "<name>"   adds an owner, or invites one again, and prints the link',
  'npm run operator -- break-glass <email> "<reason>"   prints a one-time code in place of an operator\'s app, for an hour',
  'npm run operator -- disable <email> "<reason>"   disables an operator while only one other owner can sign in',
  "npm run operator -- code <email>               prints the sign-in code of a demo operator",
].join("\n");

const problems: Readonly<Record<string, string>> = {
  email_invalid: "is not a valid email address.",
  name_required: "is not a valid name: use at least two characters.",
  name_too_long: "is not a valid name: use at most 60 characters.",
  name_invalid: "is not a valid name: remove control characters.",
};

/** Parses the arguments, or returns an error message. */
export function readOperatorCommand(args: readonly string[]): OperatorCommand | string {
  const [command, email, name, role = "owner", ...more] = args;
  if (command === undefined) return usage;
  if (command !== "invite" && command !== "code" && command !== "break-glass" && command !== "disable")
    return `Unknown command "${command}".\n${usage}`;
  if (more.length > 0) return `Too many arguments; put the name in quotes.\n${usage}`;
  if (email === undefined) return `The email address is missing.\n${usage}`;
  if (command === "code") return { does: "code", email };
  if (command === "break-glass" || command === "disable") {
    const reason = name?.trim() ?? "";
    if (reason.length < 3 || reason.length > 500) return `Give a reason of 3 to 500 characters, in quotes.\n${usage}`;
    return { does: command, email, reason };
  }
  if (name === undefined) return `The name is missing.\n${usage}`;
  if (role !== "owner")
    return "The console adds owners only. Owners invite other operators by email from the back office.";
  const read = inviteOperator.body.safeParse({ email, name, role, reason: "at the console" });
  if (read.success) return { does: "invite", email, name };
  const [issue] = read.error.issues;
  return `"${issue?.path[0] === "name" ? name : email}" ${problems[issue?.message ?? ""] ?? "is not accepted."}`;
}
