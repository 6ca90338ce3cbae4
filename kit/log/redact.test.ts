import { describe, expect, test } from "vitest";
import { createLog } from "./create-log.ts";

function logged(use: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  use(createLog({ level: "debug", write: line => lines.push(line) }));
  return lines.join("");
}

describe("the log", () => {
  const secrets = {
    authorization: "Bearer hush",
    headers: { Cookie: "a=hush", "set-cookie": ["b=hush"] },
    body: { list: [{ new_password: "hush" }], refreshToken: "hush", code: "hush", serverSeed: new Uint8Array(3) },
    user: { email: "hush@example.com", phone: "+7 hush", api_key: "hush" },
  };

  test("never writes a secret, at any depth, in facts or in a child's facts", () => {
    const text = logged(log => {
      log.info(secrets, "alice came in");
      log.child(secrets).warn({}, "again");
    });
    expect(text).toContain("alice came in");
    expect(text).toContain("again");
    expect(text).not.toContain("hush");
  });

  test("writes an error with its stack but without the row that PostgreSQL quotes", () => {
    const error = Object.assign(new Error("duplicate key"), { code: "23505", detail: "Key (x)=(hush) exists" });
    const text = logged(log => log.error({ err: error }, "a call failed"));
    expect(JSON.parse(text)).toMatchObject({ level: "error", err: { message: "duplicate key", sql_state: "23505" } });
    expect(text).not.toContain("hush");
  });

  test("cuts long values", () => {
    let deep: object = {};
    for (let i = 0; i < 10_000; i++) deep = { deep };
    expect(logged(log => log.info({ deep, long: "x".repeat(1e6), big: 7n }, "m")).length).toBeLessThan(4000);
  });
});
