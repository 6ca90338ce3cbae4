import { globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { routeName } from "#kit/contract/route.ts";
import { configSchema } from "#kit/host/config.ts";
import { classificationFaults } from "#kit/http/classification.ts";
import { messageIn } from "#kit/http/error-texts.ts";
import { readDeclared } from "./declared.ts";
import { printDocuments } from "./print.ts";

const root = join(import.meta.dirname, "../..");
const declared = await readDeclared();

test("the printed documents are current", async () => {
  for (const [path, text] of Object.entries(printDocuments(declared))) {
    const present = await readFile(join(root, path), "utf8");
    expect(present === text, `${path} is not current: npm run docs`).toBe(true);
  }
});

describe("the declarations", () => {
  test("every call that a contract declares is mounted, and every one is classified", () => {
    const mounted = new Set(declared.routes.map(routeName));
    expect(declared.contracts.routes.map(routeName).filter(name => !mounted.has(name))).toEqual([]);
    expect(declared.routes.length).toBeGreaterThan(10);
    expect(classificationFaults(declared.routes)).toEqual([]);
  });

  test("every channel that a contract declares is served, and names are unique", () => {
    const served = declared.channels.map(({ name }) => name);
    expect(declared.contracts.channels.map(({ name }) => name).filter(name => !served.includes(name))).toEqual([]);
    expect(new Set(served).size).toBe(served.length);
  });

  test("every failure has a status, a line and a text in each language, and its code means one thing", () => {
    for (const error of declared.errors) {
      const { code, status, when } = error;
      expect(code).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(status, code).toBeGreaterThanOrEqual(400);
      expect(when.trim(), code).not.toBe("");
      expect(messageIn(error, "en"), code).not.toMatch(/[а-яё]/i);
      expect(messageIn(error, "en"), code).not.toBe(code);
      for (const locale of ["ru", "kz"] as const) expect(messageIn(error, locale), code).toMatch(/[а-яёәғқңөұүһі]/i);
    }
    const codes = declared.errors.map(({ code }) => code);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  test("every text of an error belongs to a declared one", () => {
    const codes = new Set(declared.errors.map(({ code }) => code));
    for (const file of globSync("{kit,modules,apps}/**/locale/errors/en.json", { cwd: root })) {
      const texts = JSON.parse(readFileSync(join(root, file), "utf8")) as object;
      expect({ file, unknown: Object.keys(texts).filter(code => !codes.has(code)) }).toEqual({ file, unknown: [] });
    }
  });

  test("every failure is some call's", () => {
    const used = new Set(declared.routes.flatMap(route => (route.errors ?? []).map(({ code }) => code)));
    const common = ["malformed", "unauthenticated", "forbidden", "not_found", "too_large", "validation_failed"];
    common.push("too_many_requests", "unavailable", "internal", "idempotency_key_required", "idempotency_conflict");
    // Of every sign-in, and of every call that moves money.
    common.push("account_locked", "session_idle");
    // Of operators' calls that take a second factor.
    common.push("step_up_required");
    // Of operators' reads.
    common.push("read_too_slow");
    // Of every call whose classification requires the region check.
    common.push("region_blocked", "region_unknown", "product_closed");
    expect(declared.errors.map(({ code }) => code).filter(code => !used.has(code) && !common.includes(code))).toEqual(
      [],
    );
  });
});

test("docs/operations.md names every setting of the schema", () => {
  const operations = readFileSync(join(root, "docs/operations.md"), "utf8");
  expect(Object.keys(configSchema.shape).filter(name => !operations.includes(`\`${name}\``))).toEqual([]);
});
