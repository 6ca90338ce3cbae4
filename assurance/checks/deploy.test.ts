import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectDefaultMetrics, Registry } from "prom-client";
import { expect, test } from "vitest";
import { configSchema } from "#kit/host/config.ts";
import { readSources } from "./source.ts";

const root = join(import.meta.dirname, "../..");
const deploy = join(root, "deploy");
const read = (path: string) => readFileSync(join(deploy, path), "utf8");
const alerts = read("prometheus/alerts.yaml");
const dashboards = readdirSync(join(deploy, "grafana")).map(name => ({ name, text: read(`grafana/${name}`) }));

/** Names of the metrics of the server and of Node, with what a histogram adds, and of those of Prometheus and of the recording rules. */
async function knownMetrics(): Promise<ReadonlySet<string>> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const ofNode = (await registry.getMetricsAsJSON()).map(({ name }) => name);
  const own = (await readSources())
    .filter(({ path }) => !/\.test\.|\/testing\//.test(path))
    .flatMap(({ text }) => [...text.matchAll(/\.(counter|gauge|histogram)\(\s*(?:[\w.]+ \?\? )?"([a-z_]+)"/g)])
    .flatMap(([, kind, name = ""]) =>
      kind === "histogram" ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    );
  const recorded = [...read("prometheus/recording.yaml").matchAll(/record: (\S+)/g)].map(([, name = ""]) => name);
  return new Set([...ofNode, ...own, ...recorded, "up"]);
}

const words = new Set(
  "sum min max abs rate increase time by le and or vector topk histogram_quantile kind provider node rounds status reason fault call result channel outcome".split(
    " ",
  ),
);

/** Names of an expression: neither labels' values and ranges nor functions. */
const namesIn = (expression: string) =>
  [...expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, "").matchAll(/[a-z_][a-z0-9_:]*/gi)]
    .map(([name]) => name)
    .filter(name => !words.has(name) && !/^e\d+$/.test(name));

function expressionsOf(yaml: string): string[] {
  return [...yaml.matchAll(/expr: (?:>-\n((?:\s{10}.*\n)+)|(.+)\n)/g)].map(([, folded, line]) => folded ?? line ?? "");
}

test("alerts, recording rules and dashboards name only metrics that exist", async () => {
  const known = await knownMetrics();
  const panels = dashboards.flatMap(({ text }) =>
    (JSON.parse(text) as { panels: { targets: { expr: string }[] }[] }).panels.flatMap(({ targets }) =>
      targets.map(({ expr }) => expr),
    ),
  );
  const expressions = [...expressionsOf(alerts), ...expressionsOf(read("prometheus/recording.yaml")), ...panels];
  expect(expressions.length).toBeGreaterThan(40);
  const unknown = expressions.flatMap(namesIn).filter(name => !known.has(name));
  expect(unknown).toEqual([]);
});

test("each alert names a section of the runbook, and each section from here on says whether it was walked", () => {
  const runbook = readFileSync(join(root, "docs/runbook.md"), "utf8");
  const sections = new Map(
    runbook
      .split(/^## /m)
      .slice(1)
      .map(text => [text.split("\n")[0] ?? "", text] as const),
  );
  const named = [...alerts.matchAll(/runbook: "([^"]+)"/g)].map(([, name = ""]) => name);
  expect(named.length).toBe([...alerts.matchAll(/- alert:/g)].length);
  expect(named.filter(name => !sections.has(name))).toEqual([]);
  const first = [...sections.keys()].indexOf("Bets fail or are slow");
  const unmarked = [...sections].slice(first).filter(([, text]) => !/\*.*[Ww]alked/.test(text));
  expect(unmarked.map(([name]) => name)).toEqual([]);
});

test("settings in compose file and unit exist, and both run the program that is there", () => {
  const files = ["compose.yaml", "systemd/fairhouse@.service", "Dockerfile"].map(read).join("\n");
  const known = new Set([...Object.keys(configSchema.shape), "NODE_ENV"]);
  const used = [...files.matchAll(/\b([A-Z][A-Z_]{3,})[=:] ?"?[^\s]/g)].map(([, name = ""]) => name);
  expect(used).toContain("INTERNAL_LISTEN");
  expect(used.filter(name => !known.has(name) && !["HEALTHCHECK"].includes(name))).toEqual([]);
  expect(files).toContain("node apps/server/main.ts");
});

const inPath = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
const isInstalled = (tool: string) => spawnSync("sh", ["-c", `command -v ${tool}`], { env: inPath }).status === 0;

/** nginx and its folders are given a main configuration around the file. */
function checkNginx() {
  const folder = mkdtempSync(join(tmpdir(), "fairhouse-nginx-"));
  const file = join(folder, "nginx.conf");
  writeFileSync(
    file,
    `pid ${folder}/pid; error_log stderr; events {} http { access_log off; include ${deploy}/nginx/fairhouse.conf; }`,
  );
  const checked = spawnSync("nginx", ["-t", "-p", folder, "-c", file], { env: inPath, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return checked;
}

/** It keeps certificates in a folder of its own; none are asked for here. */
function checkCaddy() {
  const folder = mkdtempSync(join(tmpdir(), "fairhouse-caddy-"));
  const env = { ...inPath, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const args = ["validate", "--config", "caddy/Caddyfile", "--adapter", "caddyfile"];
  const checked = spawnSync("caddy", args, { cwd: deploy, env, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return checked;
}

/** It reads the file and finds an empty repository; an option that it does not know is a warning. */
function checkBackup() {
  const folder = mkdtempSync(join(tmpdir(), "fairhouse-pgbackrest-"));
  const file = join(deploy, "pgbackrest/pgbackrest.conf");
  const here = [`--repo1-path=${folder}`, "--reset-repo1-host", `--log-path=${folder}`];
  const checked = spawnSync("pgbackrest", [`--config=${file}`, "--stanza=fairhouse", ...here, "info"], {
    env: { ...inPath, PGBACKREST_REPO1_CIPHER_PASS: "a pass phrase of a test" },
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  return /WARN|ERROR/.test(`${checked.stdout}${checked.stderr}`) ? { ...checked, status: 1 } : checked;
}

const run = (command: string, ...args: readonly string[]) =>
  spawnSync(command, args, { cwd: deploy, env: inPath, encoding: "utf8" });

/** The calendars of the backup timers; verifying the units themselves would need pgbackrest. */
const calendars = ["full", "incr"].map(
  kind => /^OnCalendar=(.*)$/m.exec(read(`systemd/fairhouse-backup-${kind}.timer`))?.[1] ?? "none",
);

test.each([
  ["haproxy", () => run("haproxy", "-c", "-f", "haproxy/haproxy.cfg")],
  ["haproxy", () => run("haproxy", "-c", "-f", "haproxy/database.cfg")],
  ["nginx", checkNginx],
  ["caddy", checkCaddy],
  ["pgbackrest", checkBackup],
  ["kubectl", () => run("kubectl", "kustomize", "kubernetes")],
  ["promtool", () => run("promtool", "check", "config", "prometheus/prometheus.yaml")],
  ["promtool", () => run("promtool", "test", "rules", "prometheus/alerts.test.yaml")],
  ["systemd-analyze", () => run("systemd-analyze", "verify", "systemd/fairhouse@.service")],
  ["systemd-analyze", () => run("systemd-analyze", "calendar", ...calendars)],
] as const)("%s accepts the file where it is installed", (tool, check) => {
  if (!isInstalled(tool)) return;
  const { status, stdout, stderr } = check();
  expect(status, `${stdout}${stderr}`).toBe(0);
});
