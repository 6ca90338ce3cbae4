import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { released, unreleased } from "./changelog.ts";
import { gzipped, preAuthentication, provenanceOf, sha256, signedEnvelope, sums } from "./pack.ts";
import { sbomOf } from "./sbom.ts";
import { compareSurfaces, nextVersion, surfaceOf } from "./surface.ts";

const read = (path: string) => readFileSync(join(import.meta.dirname, "../..", path), "utf8");
const contracts = {
  openApi: read("docs/openapi.json"),
  errors: read("docs/errors.md"),
  events: read("docs/events.md"),
  settings: read("docs/settings.md"),
};
const now = surfaceOf(contracts);

test("the surface has calls with their input and output, error codes, events and settings", () => {
  for (const line of [
    "call POST /api/v1/games/dice/bets",
    "requires POST /api/v1/games/dice/bets body.stake",
    "call POST /api/v1/games/dice/bets answers.data.payout",
    "error account_locked",
    "event accounts playerRegistered",
    "setting DATABASE_URL",
    "requires setting DATABASE_URL",
  ])
    expect(now, line).toContain(line);
});

const edits: readonly (readonly [string, keyof typeof contracts, RegExp, string, "breaking" | "added" | "nothing"])[] =
  [
    [
      "a call goes",
      "openApi",
      /"operationId": "POST \/api\/v1\/games\/dice\/bets"/,
      '"operationId": "POST /api/v1/games/dice/old"',
      "breaking",
    ],
    ["an error code goes", "errors", /^\| `account_locked`.*\n/m, "", "breaking"],
    ["an event goes", "events", /^\| `playerRegistered`.*\n/m, "", "breaking"],
    ["a setting goes", "settings", /^\| `DATABASE_POOL`.*\n/m, "", "breaking"],
    ["a setting becomes required", "settings", /^(\| `BUS_URL` \| [^|]* \| )none/m, "$1required", "breaking"],
    [
      "an error code comes",
      "errors",
      /^\| `account_locked`/m,
      "| `a_new_code` | 409 | x |\n| `account_locked`",
      "added",
    ],
    ["a text changes", "errors", /Аккаунт/, "Счёт", "nothing"],
  ];

test.each(edits)("%s", (_, document, pattern, text, kind) => {
  const edited = contracts[document].replace(pattern, text);
  expect(edited).not.toBe(contracts[document]);
  const changes = compareSurfaces(now, surfaceOf({ ...contracts, [document]: edited }));
  expect(changes.breaking.length > 0).toBe(kind === "breaking");
  if (kind === "added") expect(changes.added).toEqual(["error a_new_code"]);
  if (kind === "nothing") expect(changes.added).toEqual([]);
});

/** A call of one field, as openapi.json has it. */
const call = (body: object, answer: object) =>
  surfaceOf({
    ...contracts,
    openApi: JSON.stringify({
      paths: {
        "/a": {
          post: {
            operationId: "POST /a",
            requestBody: { content: { "application/json": { schema: body } } },
            responses: { "200": { content: { "application/json": { schema: answer } } } },
          },
        },
      },
    }),
  });
const text = { type: "string" };
const before = call({ properties: { a: { enum: ["x", "y"] }, b: text } }, { properties: { c: text }, required: ["c"] });

test.each([
  [
    "a field becomes required",
    { properties: { a: { enum: ["x", "y"] }, b: text }, required: ["b"] },
    { properties: { c: text }, required: ["c"] },
  ],
  [
    "a value is refused that was accepted",
    { properties: { a: { enum: ["x"] }, b: text } },
    { properties: { c: text }, required: ["c"] },
  ],
  [
    "any text becomes one of a few",
    { properties: { a: { enum: ["x", "y"] }, b: { enum: ["z"] } } },
    { properties: { c: text }, required: ["c"] },
  ],
  ["an answer's field goes", { properties: { a: { enum: ["x", "y"] }, b: text } }, { properties: {} }],
  [
    "an answer's field may be absent",
    { properties: { a: { enum: ["x", "y"] }, b: text } },
    { properties: { c: text } },
  ],
  [
    "an answer's field changes its type",
    { properties: { a: { enum: ["x", "y"] }, b: text } },
    { properties: { c: { type: "number" } }, required: ["c"] },
  ],
])("breaking: %s", (_, body, answer) => {
  expect(compareSurfaces(before, call(body, answer)).breaking.length).toBeGreaterThan(0);
});

test("a new call with required input breaks no client", () => {
  const without = surfaceOf({ ...contracts, openApi: '{"paths":{}}' });
  const changes = compareSurfaces(without, call({ properties: { a: text }, required: ["a"] }, { properties: {} }));
  expect(changes.breaking).toEqual([]);
  expect(changes.added).toContain("call POST /a");
});

test("versions rise by what changed", () => {
  const [nothing, added, breaking] = [
    { breaking: [], added: [] },
    { breaking: [], added: ["x"] },
    { breaking: ["x"], added: ["x"] },
  ];
  expect([nothing, added, breaking].map(changes => nextVersion("1.4.2", changes))).toEqual(["1.4.3", "1.5.0", "2.0.0"]);
  expect([nothing, added, breaking].map(changes => nextVersion("0.4.2", changes))).toEqual(["0.4.3", "0.4.3", "0.5.0"]);
});

test("the section Unreleased becomes that of the version", () => {
  const changelog = "# Changelog\n\n## Unreleased\n- One.\n\n## 1.0.0 - 2026-01-01\n- Old.\n";
  expect(unreleased(changelog)).toBe("- One.");
  const next = released(changelog, "1.1.0", "2026-02-03");
  expect(next).toBe("# Changelog\n\n## Unreleased\n\n## 1.1.0 - 2026-02-03\n- One.\n\n## 1.0.0 - 2026-01-01\n- Old.\n");
  expect(unreleased(next)).toBe("");
  expect(() => released(next, "1.2.0", "2026-02-04")).toThrow("nothing under Unreleased");
});

test("the SBOM lists each package of production once, with version, hash and licence, and none of the tools", () => {
  const lock = read("package-lock.json");
  const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<string, Record<string, string>>;
  const { components, ...sbom } = sbomOf(lock, { name: "fairhouse", version: "1.0.0" });
  expect(sbom).toMatchObject({
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    metadata: { component: { purl: "pkg:npm/fairhouse@1.0.0" } },
  });
  const names = new Map(components.map(({ name, version }) => [`${name}@${version}`, name]));
  for (const [name, version] of Object.entries(dependencies ?? {}))
    expect(names.has(`${name}@${version}`), name).toBe(true);
  for (const name of ["vitest", "fast-check", "@biomejs/biome"]) {
    expect(devDependencies).toHaveProperty([name]);
    expect([...names.values()]).not.toContain(name);
  }
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length);
  for (const { purl, hashes } of components) expect(hashes[0]?.content, purl).toMatch(/^[0-9a-f]{128}$/);
  expect(components.filter(({ licenses }) => licenses.length === 0)).toEqual([]);
  expect(sbomOf(lock, { name: "fairhouse", version: "1.0.0" }).components).toEqual(components);
});

test("the same files give the same bytes, and their provenance is signed", () => {
  const file = { name: "a.tar.gz", bytes: gzipped(Buffer.from("files")) };
  expect(gunzipSync(file.bytes).toString()).toBe("files");
  expect(sha256(gzipped(Buffer.from("files")))).toBe(sha256(file.bytes));
  expect(sums([file])).toBe(`${sha256(file.bytes)}  a.tar.gz\n`);
  const statement = provenanceOf([file], { commit: "c0ffee", version: "1.0.0" });
  expect(JSON.parse(statement)).toMatchObject({
    subject: [{ name: "a.tar.gz", digest: { sha256: sha256(file.bytes) } }],
    predicate: { buildDefinition: { resolvedDependencies: [{ digest: { gitCommit: "c0ffee" } }] } },
  });
  const { privateKey } = generateKeyPairSync("ed25519");
  const seed = privateKey.export({ format: "der", type: "pkcs8" }).subarray(-32).toString("hex");
  const envelope = JSON.parse(signedEnvelope(statement, seed));
  const signature = Buffer.from(envelope.signatures[0].sig, "base64");
  const key = createPublicKey(privateKey);
  expect(Buffer.from(envelope.payload, "base64").toString()).toBe(statement);
  expect(verify(null, preAuthentication(statement), key, signature)).toBe(true);
  expect(verify(null, preAuthentication(`${statement} `), key, signature)).toBe(false);
});
