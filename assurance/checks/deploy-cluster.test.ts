import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { syncFault } from "#kit/db/require-sync.ts";
import { configSchema, readConfig } from "#kit/host/config.ts";

/** Files of deploy/ for several machines, held to the product's settings and to each other. What their tools say of them is in deploy.test.ts. */
const read = (path: string) => readFileSync(join(import.meta.dirname, "../../deploy", path), "utf8");
const settingsIn = (path: string) =>
  Object.fromEntries(
    read(path)
      .split("\n")
      .filter(line => line !== "" && !line.startsWith("#"))
      .map(line => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );
const settings = settingsIn("kubernetes/fairhouse.env");
const nodes = read("kubernetes/nodes.yaml");
const patroni = read("patroni/patroni.yaml");
const backup = read("pgbackrest/pgbackrest.conf");
/** The value of `name: value` in YAML, or of `name=value`. */
function valueIn(text: string, name: string): string {
  const [, value = ""] = new RegExp(`^\\s*(?:- )?${name}\\s*[:=]\\s*(.*)$`, "m").exec(text) ?? [];
  return value.replace(/^"(.*)"$/, "$1");
}

test("files to start two machines from leave empty exactly what the server then asks for, and the addresses fit those of the proxy", () => {
  const shared = settingsIn("fairhouse.env");
  const first = settingsIn("node-1.env");
  const names = [...Object.keys(shared), ...Object.keys(first)];
  expect(names.filter(name => !(name in configSchema.shape))).toEqual([]);
  const empty = Object.keys(shared).filter(name => shared[name] === "");
  const asked = (() => {
    try {
      readConfig({ ...shared, ...first });
    } catch (error) {
      return [...(error as Error).message.matchAll(/^ {2}(\w+): is empty;/gm)].map(([, name]) => name);
    }
  })();
  expect([...(asked ?? [])].sort()).toEqual([...empty].sort());
  const [host = ""] = (first.INTERNAL_LISTEN ?? "").split(":");
  const operations = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
  expect(operations).toContain(`server node-1 ${host}:${shared.PORT}`);
});

test("the server accepts the settings of the pods with the secrets that the operator adds, and no other setting is there", () => {
  const secrets = {
    DATABASE_URL: "postgres://fairhouse:secret@database/fairhouse",
    ...Object.fromEntries(
      ["SECRET_KEY", "CLUSTER_SECRET", "AUDIT_SIGNING_KEY", "PAYMENTS_SECRET", "SMS_TOKEN"].map(name => [
        name,
        "a".repeat(64),
      ]),
    ),
    PAYMENTS_URL: "https://provider.example",
    SMTP_URL: "smtps://user:password@mail.example",
    SMS_URL: "https://sms.example",
    BEACON_URL: "https://beacon.example",
    BEACON_CHAIN: "be".repeat(32),
    BEACON_PUBLIC_KEY: "00",
  };
  const ofPod = { NODE_NAME: "node-0", INTERNAL_ADDRESS: "http://node-0.nodes:7000" };
  expect(readConfig({ ...settings, ...secrets, ...ofPod })).toMatchObject({
    MIGRATE: "never",
    DATABASE_SYNC: "required",
  });
  expect(Object.keys(settings).filter(name => !(name in configSchema.shape) && name !== "NODE_ENV")).toEqual([]);
  for (const name of Object.keys(ofPod)) expect(nodes).toContain(`name: ${name}\n`);
});

test("probes, ports, selectors and the time to drain of the pods are the server's", () => {
  expect(nodes).toContain(`containerPort: ${settings.PORT}`);
  expect(nodes).toContain(`containerPort: ${settings.INTERNAL_LISTEN?.split(":")[1]}`);
  expect(
    [...nodes.matchAll(/(\w+)Probe:\s+httpGet: \{ path: (\S+),/g)].map(([, probe, path]) => [probe, path]),
  ).toEqual([
    ["startup", "/healthz"],
    ["liveness", "/healthz"],
    ["readiness", "/readyz"],
  ]);
  expect(Number(valueIn(nodes, "terminationGracePeriodSeconds"))).toBeGreaterThan(Number(settings.DRAIN_SECONDS) + 10);
  const all = nodes + read("kubernetes/edge.yaml") + read("kubernetes/network.yaml");
  const labels = [...all.matchAll(/(?:selector|matchLabels): \{ app: (\w+) \}/g)].map(([, label]) => label);
  expect(labels.length).toBeGreaterThan(5);
  expect(new Set(labels)).toEqual(new Set(["fairhouse"]));
  // The internal listener is behind no edge.
  expect(read("kubernetes/edge.yaml")).not.toMatch(/internal|7000/);
});

test("Patroni makes a primary that DATABASE_SYNC=required accepts, and replaces it within the time that was seen", () => {
  const on = (name: string) => valueIn(patroni, name);
  expect([on("synchronous_mode"), on("synchronous_mode_strict")]).toEqual(["true", "true"]);
  const durability = {
    isStandby: false,
    fsync: on("fsync"),
    fullPageWrites: on("full_page_writes"),
    checksums: patroni.includes("- data-checksums\n") ? "on" : "off",
    commit: on("synchronous_commit"),
    // Patroni writes the names; with strict mode they are never empty.
    standbys: on("synchronous_mode_strict") === "true" ? "*" : "",
    prepared: on("max_prepared_transactions"),
  };
  expect(syncFault(durability)).toBeUndefined();
  const [ttl, loop, retry] = ["ttl", "loop_wait", "retry_timeout"].map(name => Number(on(name))) as [
    number,
    number,
    number,
  ];
  // Patroni's own rule for these three.
  expect(loop + 2 * retry).toBeLessThanOrEqual(ttl);
  expect(ttl).toBe(8);
  expect(patroni).toMatch(/basebackup:\n\s+- checkpoint: fast/);
});

test("servers, stanza, folders and the edge of the database fit each other, and the log is archived within a minute", () => {
  expect(backup).toContain(`[${valueIn(patroni, "scope")}]`);
  const stanzas = [...`${patroni}${read("systemd/fairhouse-backup@.service")}`.matchAll(/--stanza=(\w+)/g)].map(
    ([, name]) => name,
  );
  expect(new Set(stanzas)).toEqual(new Set(["fairhouse"]));
  const folders = [...backup.matchAll(/^pg\d-path=(.*)$/gm)].map(([, path]) => path);
  expect(folders).toEqual(Array.from({ length: 3 }, () => valueIn(patroni, "data_dir")));
  expect(Number.parseInt(valueIn(patroni, "archive_timeout"), 10)).toBeLessThanOrEqual(60);
  const servers = [...backup.matchAll(/^pg\d-host=(.*)$/gm)].map(([, name = ""]) => name);
  const proxy = read("haproxy/database.cfg");
  for (const server of servers) {
    expect(proxy.split(`${server}:5432`).length - 1).toBe(2);
    expect(patroni).toContain(`${server}:2379`);
  }
  expect(proxy).toContain("option httpchk GET /primary\n");
  expect(proxy).toContain(`port ${valueIn(patroni, "connect_address").split(":")[1]}`);
});

test("timers start the backups that the unit takes", () => {
  for (const kind of ["full", "incr"])
    expect(valueIn(read(`systemd/fairhouse-backup-${kind}.timer`), "Unit")).toBe(`fairhouse-backup@${kind}.service`);
  expect(valueIn(read("systemd/fairhouse-backup@.service"), "ExecStart")).toContain("--type=%i backup");
});
