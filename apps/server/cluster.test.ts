import { expect, test } from "vitest";
import { testConfig } from "#kit/testing/test-host.ts";
import { describeNode } from "./cluster.ts";

test("an internal listener takes a secret of the cluster", () => {
  expect(() => describeNode(testConfig({ INTERNAL_LISTEN: "127.0.0.1:0" }), [])).toThrow(
    "CLUSTER_SECRET: INTERNAL_LISTEN is set",
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
  { CLUSTER_SECRET: "short" },
])("%j is a wrong setting", environment => expect(() => testConfig(environment)).toThrow(Object.keys(environment)[0]));
