/** A failure that the person who started the server can fix: its message is shown without a stack. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}

/** What went wrong according to a log of initdb or PostgreSQL, and what to do about it. */
export function explainDatabaseLog(log: string, folder: string, port: number): string {
  if (/No space left on device|could not (write|extend).*space/i.test(log)) {
    return `The disk that holds ${folder} is full: free some space and start again.`;
  }
  if (/Address already in use|could not create any TCP\/IP sockets/i.test(log)) {
    return `Port ${port} of this machine is in use by another program, so PostgreSQL cannot use it.`;
  }
  const last = lastErrorLine(log);
  if (/not compatible with|initialized by PostgreSQL version/i.test(log)) {
    return `The data in ${folder} was created by another version of PostgreSQL (${last}).`;
  }
  if (/incompatible with server/i.test(log)) {
    return `The data in ${folder} is damaged or from another build (${last}): restore it from a backup.`;
  }
  if (damage.test(log)) {
    return `The data in ${folder} is damaged (${last}): restore it from a backup, or move it away to start with an empty one.`;
  }
  if (/Permission denied|wrong ownership|invalid permissions/i.test(log)) {
    return `PostgreSQL has no permission to use ${folder} (${last}): give the folder back to the user who created it.`;
  }
  return `PostgreSQL did not start on ${folder}: ${last}`;
}

const damage =
  /checkpoint record|pg_control|not a valid (data|cluster)|No such file or directory|checksum|invalid (page|magic|record)|unexpected pageaddr|PANIC|is not a directory|could not read|incorrect/i;

/** What a connection gets while the server starts or ends: never the reason. */
const notYet = /the database system is (starting up|in recovery mode|shutting down|not (yet )?accepting connections)/;

function lastErrorLine(log: string): string {
  const lines = log.split("\n").filter(line => /FATAL|PANIC|ERROR|error:/.test(line) && !notYet.test(line));
  const line = lines.at(-1) ?? log.trim().split("\n").at(-1) ?? "no reason given";
  return line.replace(/^.*?(FATAL|PANIC|ERROR|error):\s*/, "").trim();
}
