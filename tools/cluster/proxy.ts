import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { type Program, startProgram } from "./processes.ts";

export interface ProxyNeeds {
  readonly program: string;
  readonly folder: string;
  /** Ports for players and for clients of the database. */
  readonly edgePort: number;
  readonly databasePort: number;
  readonly nodes: readonly { readonly name: string; readonly port: number }[];
  readonly databases: readonly { readonly name: string; readonly port: number }[];
}

export interface RunningProxy extends Program {
  /** Sends the clients of the database to this server and closes the sessions of the others. */
  pointDatabaseTo(name: string): Promise<void>;
}

/** HAProxy as the edge of the nodes and as the address of the primary. */
export async function startProxy(needs: ProxyNeeds): Promise<RunningProxy> {
  const file = join(needs.folder, "haproxy.cfg");
  const control = join(needs.folder, "haproxy.sock");
  await writeFile(file, proxyConfiguration(needs, control));
  const program = await startProgram(
    needs.program,
    ["-db", "-f", file],
    needs.edgePort,
    join(needs.folder, "haproxy.log"),
  );
  return {
    pid: program.pid,
    kill: program.kill,
    ended: program.ended,
    async pointDatabaseTo(chosen) {
      for (const { name } of needs.databases) {
        if (name === chosen) continue;
        await command(control, `set server database/${name} state maint`);
        await command(control, `shutdown sessions server database/${name}`);
      }
      await command(control, `set server database/${chosen} state ready`);
    },
  };
}

/**
 * A request is sent to another node when its node has ended or does not respond. A POST is repeated only with an idempotency key, with which it
 * takes effect once.
 */
export function proxyConfiguration({ edgePort, databasePort, nodes, databases }: ProxyNeeds, control: string): string {
  const [primary] = databases;
  return `global
  maxconn 4000
  stats socket ${control} mode 600 level admin

defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 15s
  timeout tunnel 1h
  timeout http-request 10s
  timeout check 1s

frontend edge
  bind 127.0.0.1:${edgePort}
  option forwardfor
  default_backend nodes

backend nodes
  balance roundrobin
  option httpchk GET /readyz
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response response-timeout
  http-request disable-l7-retry if METH_POST !{ req.hdr(idempotency-key) -m found }
  timeout server 6s
  default-server check inter 500ms fastinter 250ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port }) => `  server ${name} 127.0.0.1:${port}`).join("\n")}

listen database
  mode tcp
  bind 127.0.0.1:${databasePort}
  timeout client 1h
  timeout server 1h
${databases.map(({ name, port }) => `  server ${name} 127.0.0.1:${port}${name === primary?.name ? "" : " disabled"}`).join("\n")}
`;
}

async function command(control: string, text: string): Promise<void> {
  const socket = connect(control);
  socket.end(`${text}\n`);
  socket.resume();
  await once(socket, "close");
}
