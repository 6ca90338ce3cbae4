import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";

/** The secret of its customer. */
export const captchaSecret = "the sandbox's captcha secret";
export const captchaKey = "the-sandbox-s-site-key";

/** Renders a button instead of a challenge; its response is a token that is valid once. */
const script = `
globalThis.turnstile = {
  render(id, { sitekey, callback, "error-callback": failed }) {
    const button = document.createElement("button");
    button.textContent = "I'm not a robot";
    button.onclick = () =>
      fetch(new URL("tokens?key=" + encodeURIComponent(sitekey), BASE))
        .then(answer => answer.json())
        .then(({ token }) => callback(token))
        .catch(failed);
    document.getElementById(id).append(button);
  },
};
`;

/** A captcha provider with a widget and a `siteverify` call. */
export function mountCaptchaProvider(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  const issued = new Set<string>();
  app.get("/captcha/api.js", (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(script.replace("BASE", JSON.stringify(`${publicUrl}/captcha/`))),
  );
  app.get<{ Querystring: { key?: string } }>("/captcha/tokens", (request, reply) => {
    void reply.header("access-control-allow-origin", "*");
    if (request.query.key !== captchaKey) return reply.code(400).send({ error: "unknown site key" });
    if (issued.size > 10_000) issued.clear();
    const token = randomBytes(16).toString("hex");
    issued.add(token);
    return reply.send({ token });
  });
  app.post("/captcha/siteverify", (request, reply) => {
    const form = new URLSearchParams(Buffer.from((request.body as Uint8Array | undefined) ?? []).toString());
    if (form.get("secret") !== captchaSecret) return reply.send(refused("invalid-input-secret"));
    const isGood = issued.delete(form.get("response") ?? "");
    return reply.send(isGood ? { success: true } : refused("timeout-or-duplicate"));
  });
}

function refused(code: string) {
  return { success: false, "error-codes": [code] };
}
