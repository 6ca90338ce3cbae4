import { connect } from "node:tls";
import { isPublicAddress } from "./guarded-request.ts";

export interface CertificateOptions {
  readonly timeoutMs: number;
  /** All addresses of a name. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
}

/** Until when the certificate of a host is valid; null if it has none that is trusted for its name. Only public addresses are connected to. */
export async function certificateUntil(
  { hostname, port }: Pick<URL, "hostname" | "port">,
  { timeoutMs, resolve }: CertificateOptions,
): Promise<Date | null> {
  const [address] = (await resolve(hostname).catch(() => [])).filter(isPublicAddress);
  if (address === undefined) return null;
  return new Promise(done => {
    const socket = connect({ host: address, port: Number(port || 443), servername: hostname, timeout: timeoutMs });
    const end = (until: Date | null) => {
      socket.destroy();
      done(until);
    };
    socket.once("secureConnect", () => end(dateOf(socket.getPeerCertificate().valid_to)));
    socket.once("timeout", () => end(null));
    socket.once("error", () => end(null));
  });
}

function dateOf(text: string | undefined): Date | null {
  const at = new Date(text ?? "");
  return Number.isNaN(at.getTime()) ? null : at;
}
