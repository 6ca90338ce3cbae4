import { expect, it } from "vitest";
import { bundleLimit, weighHome } from "#tools/checks/bundle.ts";

it("brings the home page to life with no more script than promised", async () => {
  const { bytes, files } = await weighHome();
  const scripts = files.map(({ file, bytes }) => `${bytes} ${file}`).join("\n");
  expect(bytes, scripts).toBeLessThanOrEqual(bundleLimit);
});
