import { ECDH } from "node:crypto";

/**
 * Push services that browsers may subscribe at, from PUSH_SERVICES: the address comes from a stranger's browser, so none but these is ever called.
 */
export interface PushServices {
  /** Where a message for an endpoint is posted; undefined when its service is not allowed. */
  addressOf(endpoint: string): URL | undefined;
}

/** @param entries `host`, `*.domain`, or `host=http://address` for a service that is reached by another address */
export function readPushServices(entries: readonly string[]): PushServices {
  const services = entries.map(entry => {
    const [host = "", address] = entry.split("=");
    return { host, address };
  });
  return {
    addressOf(endpoint) {
      const url = URL.parse(endpoint);
      if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return undefined;
      const service = services.find(({ host }) =>
        host.startsWith("*.") ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
      );
      if (!service) return undefined;
      return service.address === undefined ? url : new URL(`${service.address}${url.pathname}${url.search}`);
    },
  };
}

/** An uncompressed point on P-256, and a secret of 16 bytes (RFC 8291 section 3). */
export function areKeysValid({ p256dh, auth }: { readonly p256dh: string; readonly auth: string }): boolean {
  const point = Buffer.from(p256dh, "base64url");
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, "base64url").length !== 16) return false;
  try {
    ECDH.convertKey(point, "prime256v1");
    return true;
  } catch {
    return false;
  }
}
