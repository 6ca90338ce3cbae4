import { expect, test } from "vitest";
import { checkPorts } from "./ports.ts";

test("a port that browsers refuse is named, where it is of pages", async () => {
  await expect(checkPorts({ PORT: 6000 })).rejects.toThrow("Browsers do not open pages on port 6000");
  await checkPorts({}, { MAIL_PORT: 6000 });
});

test("two settings need ports of their own", async () => {
  await expect(checkPorts({ PORT: 4999 }, { MAIL_PORT: 4999 })).rejects.toThrow("PORT and MAIL_PORT are both 4999");
});
