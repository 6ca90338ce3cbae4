import { expect, test } from "vitest";
import { officePolicy } from "../office-site.ts";
import { contentPolicy } from "./policy.ts";

const page = contentPolicy("abc", { apiOrigin: "https://api.fairhouse.test", services: [], pictures: [] });

test.each([
  ["the site", page],
  ["the back office", officePolicy("https://files.fairhouse.test")],
])("a page of %s cannot be framed, sends its forms to no other host and loads no plug-in", (_whose, policy) => {
  const parts = policy.split("; ");
  for (const part of ["frame-ancestors 'none'", "form-action 'self'", "object-src 'none'", "base-uri 'none'"])
    expect(parts).toContain(part);
});
