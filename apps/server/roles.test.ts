import { expect, test } from "vitest";
import { testConfig } from "#kit/testing/test-host.ts";
import { rolesOf } from "./roles.ts";

test("a node has every role unless ROLES names some", () => {
  expect(rolesOf(testConfig())).toMatchObject({ web: true, play: true, tables: true, jobs: true });
  expect(rolesOf(testConfig({ ROLES: "jobs, web" }))).toEqual({
    names: ["web", "jobs"],
    web: true,
    play: false,
    tables: false,
    jobs: true,
  });
});

test.each(["cooks", "", "web,cooks"])("%j is no list of roles", ROLES => {
  expect(() => testConfig({ ROLES })).toThrow("ROLES");
});
