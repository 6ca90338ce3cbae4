import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { roundAt, soleBeacon } from "#kit/fair/beacon.ts";
import type { Environment } from "./bench-app.ts";

/** A beacon with one key holder that signs every second, for games between players; and the server's settings for it. */
export async function openBeacon(): Promise<{ environment: Environment; close(): void }> {
  const beacon = soleBeacon(Uint8Array.of(9), Math.floor(Date.now() / 1000) - 1000, 1, "bench");
  const { hash, public_key } = beacon.info;
  const server = createServer((request, response) => {
    const round = Number(/\/public\/(\d+)$/.exec(request.url ?? "")?.[1] ?? 0);
    const isDue = round > 0 && round <= roundAt(beacon.info, Date.now());
    response.statusCode = round === 0 || isDue ? 200 : 404;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(round === 0 ? beacon.info : isDue ? beacon.sign(round) : {}));
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const environment = { BEACON_URL: `http://127.0.0.1:${port}`, BEACON_CHAIN: hash, BEACON_PUBLIC_KEY: public_key };
  return { environment, close: () => server.close() };
}
