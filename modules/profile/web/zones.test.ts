import { expect, test } from "vitest";
import { findZone, readZones } from "./zones.ts";

test("a zone is listed with its offset, found by its text or name, and an unknown one is left out", () => {
  const zones = readZones(["Asia/Kolkata", "Asia/Almaty", "Mars/Olympus"]);
  expect(zones).toEqual([
    { name: "Asia/Kolkata", text: "Asia/Kolkata (GMT+5:30)" },
    { name: "Asia/Almaty", text: "Asia/Almaty (GMT+5)" },
  ]);
  expect(findZone(zones, " asia/almaty (gmt+5)")?.name).toBe("Asia/Almaty");
  expect(findZone(zones, "Asia/Kolkata")?.name).toBe("Asia/Kolkata");
  expect(findZone(zones, "Asia/Al")).toBeUndefined();
});
