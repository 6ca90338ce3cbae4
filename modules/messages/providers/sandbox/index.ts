import type { Host } from "#kit/host/host.ts";
import type { PhoneProvider } from "../../server/phone-provider.ts";

const timeoutMs = 8_000;
const accepted = [200, 201, 202];

/** At SMS_URL, with the access token SMS_TOKEN. The same Idempotency-Key is one message. */
export function sandboxPhone({ config }: Pick<Host, "config">): PhoneProvider {
  /** The status; Node's own errors may name the recipient. */
  async function call(method: "GET" | "POST", path: string, headers: Record<string, string>, message?: object) {
    return fetch(`${config.SMS_URL}${path}`, {
      method,
      headers: { authorization: `Bearer ${config.SMS_TOKEN}`, ...headers },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
      ...(message && { body: JSON.stringify(message) }),
    }).then(
      response => response.status,
      () => "no response",
    );
  }

  return {
    async send({ id, to, text, channel, language }) {
      const headers = { "content-type": "application/json", "idempotency-key": id };
      const message = { to, text, type: channel === "call" ? "voice" : "text", language };
      const status = await call("POST", "/messages", headers, message);
      if (accepted.some(each => each === status)) return "accepted";
      if (status === 422) return "undeliverable";
      throw new Error(`the SMS provider did not accept a message (${status})`);
    },
    async probe() {
      const status = await call("GET", "/health", {});
      if (status !== 200) throw new Error(`the SMS provider is unavailable (${status})`);
    },
  };
}
