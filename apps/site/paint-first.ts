import { Transform } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { recordEarlyPresses } from "./early-presses.ts";

const sheet = /<link [^>]*rel="stylesheet"[^>]*>/g;
const announced = /<link rel="modulepreload" [^>]*?href="([^"]+)"[^>]*>/g;
const start = /(<script [^>]*type="module"[^>]*>)([^<]*__reactRouterRouteModules[^<]*)<\/script>/;

/** A page that is never painted hydrates after this long anyway. */
const timeoutMs = 1_000;

/**
 * Puts what the first paint needs before everything else. Style sheets come first in the head. The scripts are requested
 * after the first paint: the router preloads them in the head, and on a slow phone they would share the bandwidth with the
 * one style sheet that blocks rendering. A page without the router's script keeps its preloads.
 */
export function paintFirst(page: string): string {
  const at = page.indexOf("<head>") + "<head>".length;
  const end = page.indexOf("</head>");
  if (end < 0) return page;
  const head = page.slice(at, end);
  const sheets = head.match(sheet) ?? [];
  const scripts = Array.from(head.matchAll(announced), ([, href]) => href ?? "");
  const body = page.slice(end);
  const late = body.replace(start, (_, tag: string, code: string) => `${tag}${afterPicture(code, scripts)}</script>`);
  const rest = head.replace(sheet, "");
  return page.slice(0, at) + sheets.join("") + (late === body ? rest : rest.replace(announced, "")) + late;
}

/** The router's start of a page, whose imports wait for the first paint and are then requested at once. Presses meanwhile are recorded. */
function afterPicture(code: string, scripts: readonly string[]): string {
  const imports = code
    .replace(/^import ("[^"]+");/gm, "await import($1);")
    .replace(/^import \* as (\w+) from ("[^"]+");/gm, "const $1 = await import($2);");
  return `${recordEarlyPresses}await new Promise(go => {
  if (document.hidden) return go();
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go)));
  setTimeout(go, ${timeoutMs});
});
const { nonce } = document.querySelector("script[nonce]");
for (const href of ${JSON.stringify(scripts)}) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", nonce, href }));
}
${imports}`;
}

/** The same for a streamed page: buffers what comes before the router's start, and passes the rest on. */
export function paintFirstStream(): Transform {
  const text = new StringDecoder("utf8");
  let page: string | null = "";
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (page === null) return done(null, chunk);
      page += text.write(chunk);
      if (!start.test(page)) return done();
      const whole = paintFirst(page) + text.end();
      page = null;
      done(null, whole);
    },
    flush(done) {
      done(null, page === null ? undefined : paintFirst(page));
    },
  });
}
