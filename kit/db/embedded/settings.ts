import { dataFolderArgument } from "./cluster.ts";

/** fsync and the like are PostgreSQL's defaults; they are explicit because durability depends on them. */
const settings: Readonly<Record<string, string>> = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  wal_compression: "pglz",
  min_wal_size: "2GB",
  max_wal_size: "4GB",
  shared_buffers: "256MB",
  max_connections: "200",
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "warning",
  client_connection_check_interval: "1s",
};

/** The arguments of `postgres` for a port, with extra settings where given. */
export function postgresArguments(port: number, more: Readonly<Record<string, string>> | undefined): readonly string[] {
  const all = Object.entries({ ...settings, ...more, port: String(port) });
  return ["-D", dataFolderArgument, ...all.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}
