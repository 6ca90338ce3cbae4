import { expect, test } from "vitest";
import { explainDatabaseLog } from "./start-failure.ts";

test.each([
  ["FATAL:  could not write lock file: No space left on device", "The disk that holds /d is full"],
  [
    'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use\nFATAL:  could not create any TCP/IP sockets',
    "Port 5 of this machine is in use",
  ],
  [
    "PANIC:  could not locate a valid checkpoint record at 0/1",
    "is damaged (could not locate a valid checkpoint record",
  ],
  ["FATAL:  database files are incompatible with server", "is damaged or from another build (database files"],
  ['FATAL:  data directory "/d" has wrong ownership', "PostgreSQL has no permission to use /d"],
  [
    "FATAL:  recovery ended before configured recovery target was reached\nFATAL:  the database system is in recovery mode",
    "did not start on /d: recovery ended before",
  ],
  ["something new", "PostgreSQL did not start on /d: something new"],
])("%s", (log, sentence) => {
  expect(explainDatabaseLog(log, "/d", 5)).toContain(sentence);
});
