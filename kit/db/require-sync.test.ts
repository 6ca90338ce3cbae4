import { expect, test } from "vitest";
import { syncFault } from "./require-sync.ts";

const safe = {
  isStandby: false,
  fsync: "on",
  fullPageWrites: "on",
  checksums: "on",
  commit: "on",
  standbys: "ANY 1 (b, c)",
  prepared: "0",
};

test("a primary that waits for a standby is accepted", () => {
  expect(syncFault(safe)).toBeUndefined();
  expect(syncFault({ ...safe, commit: "remote_apply" })).toBeUndefined();
});

test.each([
  [{ isStandby: true }, "it is a standby"],
  [{ fsync: "off" }, "fsync is off"],
  [{ fullPageWrites: "off" }, "full_page_writes is off"],
  [{ checksums: "off" }, "data_checksums is off"],
  [{ commit: "local" }, "synchronous_commit is local"],
  [{ commit: "remote_write" }, "synchronous_commit is remote_write"],
  [{ commit: "off" }, "synchronous_commit is off"],
  [{ standbys: " " }, "synchronous_standby_names is empty"],
  [{ prepared: "10" }, "max_prepared_transactions is 10"],
])("%j is refused", (change, sentence) => {
  expect(syncFault({ ...safe, ...change })).toContain(sentence);
});
