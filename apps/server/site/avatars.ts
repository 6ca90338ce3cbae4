import type { FastifyInstance } from "fastify";
import { sealBytes, sealHue, sealShape } from "#kit/ui/seal-shape.ts";

export interface Picture {
  readonly type: "image/svg+xml" | "image/webp";
  readonly bytes: string | Uint8Array;
}

/** The source of pictures that are not seals. */
export interface AvatarSource {
  drawn(key: string): string | undefined;
  /** The bytes (WebP) of an approved upload. */
  upload(key: string): Promise<Uint8Array | undefined>;
}

/** `/avatars/{key}`: drawn pictures, seals and approved uploads. The picture of a key never changes. */
export function mountAvatars(app: FastifyInstance, source: AvatarSource): void {
  app.get<{ Params: { key: string } }>("/avatars/:key", async (request, reply) => {
    const picture = await pictureOf(source, request.params.key);
    reply.header("x-content-type-options", "nosniff").header("content-security-policy", "default-src 'none'; sandbox");
    if (!picture) {
      return reply.code(404).header("cache-control", "no-store").type("text/plain; charset=utf-8").send("Not found.\n");
    }
    return reply
      .header("cache-control", "public, max-age=31536000, immutable")
      .type(picture.type)
      .send(typeof picture.bytes === "string" ? picture.bytes : Buffer.from(picture.bytes));
  });
}

async function pictureOf(source: AvatarSource, key: string): Promise<Picture | undefined> {
  if (/^[0-9a-f]{10}$/.test(key)) return { type: "image/svg+xml", bytes: sealPicture(key) };
  const drawn = source.drawn(key);
  if (drawn !== undefined) return { type: "image/svg+xml", bytes: drawn };
  const upload = /^u[A-Za-z0-9_-]{11}$/.test(key) ? await source.upload(key) : undefined;
  return upload && { type: "image/webp", bytes: upload };
}

/** The seal on its own hue, as `PlayerAvatar` draws it. */
export function sealPicture(key: string): string {
  const hue = sealHue(key);
  const { path, rotations } = sealShape(sealBytes(key), { copies: 7, points: 90 });
  const copies = rotations.slice(1).map(angle => `<use href="#s" transform="rotate(${angle.toFixed(1)})"/>`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100"><path d="M-50-50h100v100h-100z" fill="oklch(.34 .08 ${hue})"/>` +
    `<g fill="none" stroke="oklch(.82 .12 ${hue})" stroke-width="2.2"><path id="s" d="${path}"/>${copies.join("")}</g></svg>`
  );
}
