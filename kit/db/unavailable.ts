import pg from "pg";
import { CommitUnknown } from "./errors.ts";

/**
 * Connection errors (class 08), insufficient resources (class 53: disk, memory, connections), files it cannot write, shutdown, and
 * timeouts, and a server that became a standby.
 */
const states = /^(08...|53...|58030|57P0[1-4]|57014|55P03|25P03|25006)$/;
const systemCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|ENOENT|EAI_AGAIN)$/;
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client was closed)/;

/** Whether the database was unreachable or too busy, so that a retry may succeed a little later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof CommitUnknown) return true;
  if (error instanceof pg.DatabaseError) return states.test(error.code ?? "");
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, "code");
  return driverMessages.test(error.message) || (typeof code === "string" && systemCodes.test(code));
}
