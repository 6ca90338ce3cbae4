import { matrix } from "#modules/operators/shared/matrix.ts";
import { permissions, rolePermissions, roles } from "#modules/operators/shared/permissions.ts";
import type { Declared } from "./declared.ts";

type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string;

/** Which role has which permission, and what each permission opens. */
export function permissionsPage(table: Table, { routes }: Declared): readonly string[] {
  const callsOf = (permission: string) => routes.filter(route => route.permission === permission).length;
  const has = (role: (typeof roles)[number], permission: string) =>
    (rolePermissions[role] as readonly string[]).includes(permission) ? "+" : "";
  return [
    "What each role may do (`modules/operators/shared/matrix.ts`): `+` alone; `2` with another operator, who approves; `ask`: may request, and never approves. " +
      "Nobody approves their own request. Personal data of players is masked for every role; `players.reveal` shows it for ten minutes.",
    table(
      ["action", ...roles, "permission", "approval"],
      matrix.map(({ action, cells, permission, approval }) => [
        action,
        ...roles.map(role => cells[role]),
        `\`${permission}\``,
        approval === undefined ? "" : `\`${approval}\``,
      ]),
    ),
    "## Permissions",
    "Roles are lists of permissions, and each call of the back office names one (`modules/operators/shared/permissions.ts`). " +
      "`calls`: how many name it; a permission without a call is one that approvers of a kind of request need. " +
      "What loosens a rule, moves money or decides a result is requested by one operator and approved by another who has the same permission " +
      "([approvals](../modules/approvals/README.md)). The calls are in [calls.md](calls.md).",
    table(
      ["permission", ...roles, "calls"],
      permissions.map(permission => [
        `\`${permission}\``,
        ...roles.map(role => has(role, permission)),
        String(callsOf(permission)),
      ]),
    ),
  ];
}
