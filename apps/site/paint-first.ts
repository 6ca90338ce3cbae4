import { Transform } from "node:stream";
import { StringDecoder } from "node:string_decoder";

const headEnd = "</head>";
const sheet = /<link [^>]*rel="stylesheet"[^>]*>/g;
const announcedScript = /<link rel="modulepreload" /g;

/**
 * Puts what the first paint waits for before what it does not: style sheets come first in the head, and the scripts
 * announced there give way on the line. The router writes them the other way round, and on a slow phone twenty scripts
 * then share the line with the one style sheet that keeps the page white.
 */
export function paintFirst(head: string): string {
  const sheets = head.match(sheet) ?? [];
  const start = head.indexOf("<head>") + "<head>".length;
  return (
    head.slice(0, start) +
    sheets.join("") +
    head.slice(start).replace(sheet, "").replace(announcedScript, '$&fetchpriority="low" ')
  );
}

/** The same over a page as it is written: holds back the head until it is whole, and passes the rest on. */
export function paintFirstStream(): Transform {
  const text = new StringDecoder("utf8");
  let head: string | null = "";
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (head === null) return done(null, chunk);
      head += text.write(chunk);
      const end = head.indexOf(headEnd);
      if (end < 0) return done();
      const page = paintFirst(head.slice(0, end)) + head.slice(end);
      head = null;
      done(null, page + text.end());
    },
    flush(done) {
      done(null, head ?? undefined);
    },
  });
}
