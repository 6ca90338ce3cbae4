import type { FastifyInstance } from "fastify";
import type { Clock } from "#kit/host/host.ts";
import { type Encoding, encodeWhole, encodingOf } from "./encode.ts";

export interface ShelfPicture {
  readonly slug: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The pictures of the games of a kind that are played most. */
export type ShelfSource = (kind: ShelfKind) => Promise<readonly ShelfPicture[]>;
type ShelfKind = "slots" | "live-casino";

const sheetHeaders = {
  vary: "accept-encoding",
  "x-content-type-options": "nosniff",
  // Opened by itself, a drawing runs nothing.
  "content-security-policy": "default-src 'none'; img-src data:; sandbox",
};
/** How long a sheet is served before it is composed again, at this node and by browsers. */
const freshMs = 60_000;
/** A picture takes this many units of the sheet; wider and higher ones are cut to it. */
const cells = { slots: { width: 100, height: 120 }, "live-casino": { width: 160, height: 100 } } as const;

/**
 * `/art/shelf/{kind}#{slug}`: the pictures of many games as one drawing, so that a row of them is one request. A fragment names the
 * picture of one game.
 */
export function mountShelfArt(app: FastifyInstance, clock: Pick<Clock, "monotonic">, source: ShelfSource): void {
  const sheets = new Map<string, { readonly at: number; readonly sheet: Promise<Uint8Array> }>();

  function sheetOf(kind: ShelfKind, encoding: Encoding): Promise<Uint8Array> {
    const key = `${kind} ${encoding}`;
    const known = sheets.get(key);
    if (known && clock.monotonic() - known.at < freshMs) return known.sheet;
    const sheet = source(kind).then(pictures => encodeWhole(Buffer.from(compose(pictures, cells[kind])), encoding));
    sheets.set(key, { at: clock.monotonic(), sheet });
    sheet.catch(() => sheets.delete(key));
    return sheet;
  }

  for (const kind of ["slots", "live-casino"] as const)
    app.get(`/art/shelf/${kind}`, async (request, reply) => {
      const encoding = encodingOf(request.headers["accept-encoding"]);
      const sheet = await sheetOf(kind, encoding);
      if (encoding) reply.header("content-encoding", encoding);
      return reply
        .headers(sheetHeaders)
        .header("cache-control", `public, max-age=${freshMs / 1000}`)
        .type("image/svg+xml")
        .send(sheet);
    });
}

function compose(pictures: readonly ShelfPicture[], { width, height }: (typeof cells)[ShelfKind]): string {
  const parts = pictures.map(({ slug, type, bytes }, index) => {
    const x = index * width;
    return `<view id="${slug}" viewBox="${x} 0 ${width} ${height}"/><image x="${x}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice" href="${addressOf(type, bytes)}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${parts.join("")}</svg>`;
}

/** A data URL as the value of an attribute. A drawing stays text, which compresses far better than base64. */
function addressOf(type: string, bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes);
  if (type !== "image/svg+xml") return `data:${type};base64,${buffer.toString("base64")}`;
  return `data:image/svg+xml,${buffer.toString("utf8").replace(/[%#\n\r\t&<"]/g, escapeSign)}`;
}

const inAttribute: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };

/** What a URL reserves as percent codes, what an attribute reserves as entities. */
function escapeSign(sign: string): string {
  return inAttribute[sign] ?? `%${sign.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;
}
