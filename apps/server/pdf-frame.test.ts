import { expect, test } from "vitest";
import { officePolicy } from "./office-site.ts";
import { pdfFrame } from "./pdf-frame.ts";

test("the frame has an opaque origin, runs its own scripts and may load nothing", async () => {
  const { page, policy } = await pdfFrame();
  const parts = new Map(policy.split("; ").map(part => [part.split(" ")[0], part.split(" ").slice(1)]));
  expect(parts.get("sandbox")).toEqual(["allow-scripts"]);
  expect(parts.get("default-src")).toEqual(["'none'"]);
  expect(parts.get("frame-ancestors")).toEqual(["'self'"]);
  for (const name of ["script-src", "style-src"])
    for (const source of parts.get(name) ?? []) expect(source).toMatch(/^'sha256-[A-Za-z0-9+/]{43}='$/);
  expect(parts.get("script-src")).toHaveLength(page.split("</script>").length - 1);
  for (const name of ["connect-src", "img-src", "worker-src", "frame-src"]) expect(parts.has(name)).toBe(false);
});

test("the office may frame pages of its own host only", () => {
  expect(officePolicy("https://files.fairhouse.test")).toContain("frame-src 'self'");
  expect(officePolicy("https://files.fairhouse.test")).toContain("frame-ancestors 'none'");
});
