import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { proxyConfiguration } from "./proxy.ts";
import { readClusterSettings } from "./settings.ts";

const needs = {
  program: "haproxy",
  folder: "",
  edgePort: 4000,
  databasePort: 4060,
  nodes: [1, 2, 3].map(number => ({ name: `node-${number}`, port: 4000 + 10 * number })),
  databases: ["a", "b", "c"].map((name, index) => ({ name, port: 4061 + index })),
};

test("the database's clients reach the first server only, and players every node", () => {
  const text = proxyConfiguration(needs, "/run/haproxy.sock");
  expect(text).toContain(
    "server a 127.0.0.1:4061\n  server b 127.0.0.1:4062 disabled\n  server c 127.0.0.1:4063 disabled",
  );
  for (const { name, port } of needs.nodes) expect(text).toContain(`server ${name} 127.0.0.1:${port}\n`);
  expect(text).toContain("disable-l7-retry if METH_POST !{ req.hdr(idempotency-key) -m found }");
});

const haproxy = spawnSync("sh", ["-c", "PATH=$PATH:/usr/sbin command -v haproxy"], { encoding: "utf8" }).stdout.trim();

test.skipIf(haproxy === "")(haproxy === "" ? "haproxy is not installed" : "haproxy accepts it", () => {
  const folder = mkdtempSync(join(tmpdir(), "fairhouse-proxy-"));
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, proxyConfiguration(needs, join(folder, "haproxy.sock")));
  const checked = spawnSync(haproxy, ["-c", "-f", file], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect(checked.stderr).not.toContain("ALERT");
  expect(checked.status).toBe(0);
});

test.each([
  [["--nodes=0"], "--nodes"],
  [["--nodes=many"], "--nodes"],
  [["--port=99999999"], "--port"],
  [["--bus=kafka"], "--bus"],
])("%j is one sentence", (args, name) => {
  expect(() => readClusterSettings(args)).toThrow(new RegExp(`^${name}[^.]*\\.$`));
});
