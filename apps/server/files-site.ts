import type { SiteHandler } from "#kit/http/site-handler.ts";
import type { Support } from "#modules/support/server/index.ts";

/** Files are data: a file that is opened directly runs no scripts, loads nothing, and is downloaded instead of displayed. */
const headers = {
  "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  // Pages on all host names of the site embed pictures from here; the token in the path protects them.
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
  "cache-control": "no-store",
};

/** Files of conversations with support, on a host name without cookies: `/{token}` works once. */
export function filesSite(files: Pick<Support["attachments"], "open">): SiteHandler {
  return {
    async mount(app) {
      app.get<{ Params: { token: string } }>("/:token", { exposeHeadRoute: false }, async (request, reply) => {
        const file = await files.open(request.params.token);
        reply.headers(headers);
        if (!file) return reply.code(404).type("text/plain; charset=utf-8").send("This link has expired.\n");
        const type = file.type === "text/plain" ? "text/plain; charset=utf-8" : file.type;
        return reply
          .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
          .type(type)
          .send(Buffer.from(file.bytes));
      });
    },
  };
}
