import fastify from "fastify";
import { expect, test } from "vitest";
import { mountVerifierFrame, verifierPolicy } from "./verifier-frame.ts";

test("the frame of verifier modules is a page of no origin that reaches nothing, and runs its own script and handed modules only", async () => {
  const parts = new Map(verifierPolicy.split("; ").map(rule => [rule.split(" ")[0], rule.split(" ").slice(1)]));
  expect(parts.get("sandbox")).toEqual(["allow-scripts"]);
  expect(parts.get("default-src")).toEqual(["'none'"]);
  expect(parts.get("script-src")).toEqual([expect.stringMatching(/^'sha256-.{44}'$/), "blob:"]);
  for (const name of ["connect-src", "img-src", "frame-src", "style-src"]) expect(parts.has(name)).toBe(false);
  expect(parts.get("frame-ancestors")).toEqual(["'self'"]);
  const app = fastify();
  mountVerifierFrame(app);
  const { headers, body } = await app.inject("/verifier-frame");
  expect(headers["content-security-policy"]).toBe(verifierPolicy);
  expect(body).not.toContain("src=");
  await app.close();
});
