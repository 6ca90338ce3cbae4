import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testConfig } from "#kit/testing/test-host.ts";
import { describeNode } from "./cluster.ts";

test("an internal listener takes a secret of the cluster", () => {
  expect(() => describeNode(testConfig({ INTERNAL_LISTEN: "127.0.0.1:0" }), [])).toThrow(
    "CLUSTER_SECRET: INTERNAL_LISTEN is set",
  );
});

test("a bus takes an internal listener", () => {
  expect(() => describeNode(testConfig({ BUS_URL: "redis://bus:6379" }), [])).toThrow(
    "INTERNAL_LISTEN: BUS_URL is set",
  );
});

test("a node is named after its machine unless NODE_NAME names it", () => {
  expect(describeNode(testConfig({ NODE_NAME: "play-1" }), [])).toMatchObject({ name: "play-1", address: null });
  expect(describeNode(testConfig(), []).name).toMatch(new RegExp(`-${process.pid}$`));
});

test.each([
  { INTERNAL_LISTEN: "here" },
  { INTERNAL_ADDRESS: "https://a/b" },
  { NODE_NAME: "a b" },
  { INTERNAL_LISTEN: "127.0.0.1:70000" },
  { INTERNAL_ADDRESS: "http://node:70000" },
  { CLUSTER_SECRET: "short" },
  { CLUSTER_SECRET_OLD: "short" },
  { BUS_URL: "kafka://bus:9092" },
  { BUS_URL: "redis://" },
  { BUS_URL: "redis://bus:70000" },
  { BUS_URL: "nats://one bus:4222" },
  { DATABASE_SYNC: "perhaps" },
  { ROLES: "web,leader" },
  { ROLES: "" },
])("%j is a wrong setting, named in one line", environment => {
  const [name = ""] = Object.keys(environment);
  expect(() => testConfig(environment)).toThrow(new RegExp(`^The configuration is invalid\\.\\n  ${name}[^\\n]*$`));
});

test.each([
  [{}, "production"],
  [{ MODE: "test" }, "test"],
  [{ NODE_ENV: "development" }, "development"],
])("React gets the build of the mode: %j", (environment, expected) => {
  const program = `await import(${JSON.stringify(new URL("./node-env.ts", import.meta.url).href)}); process.stdout.write(process.env.NODE_ENV)`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    env: environment,
    encoding: "utf8",
  });
  expect(stdout).toBe(expected);
});

test("the server's program reads no other module before that", () => {
  const [first] = readFileSync(new URL("./main.ts", import.meta.url), "utf8").match(/^import .*$/m) ?? [];
  expect(first).toBe('import "./node-env.ts";');
});
