import { expect, test } from "vitest";
import { cellOf, matrix } from "./matrix.ts";
import { permissions, roles } from "./permissions.ts";

test("each cell of the matrix is what the permissions of the role give", () => {
  const differences = matrix.flatMap(row =>
    roles
      .filter(role => cellOf(role, row) !== row.cells[role])
      .map(role => `${row.action}, ${role}: "${row.cells[role]}" in the matrix, "${cellOf(role, row)}" by permissions`),
  );
  expect(differences).toEqual([]);
});

test("the matrix names every permission, and the auditor reads every page and changes nothing", () => {
  const named = new Set(matrix.flatMap(({ permission, approval }) => [permission, approval]));
  expect(permissions.filter(name => name !== "self" && !named.has(name))).toEqual([]);
  for (const { action, permission, cells } of matrix)
    expect(cells.auditor, action).toBe(permission.endsWith(".read") ? "+" : "");
});

test("only owners set which payouts need no approval", () => {
  const setters = matrix.find(({ permission }) => permission === "rules.write");
  expect(roles.filter(role => setters?.cells[role] !== "")).toEqual(["owner"]);
});
