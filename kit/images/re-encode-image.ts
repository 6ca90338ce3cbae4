import type { Sharp } from "sharp";
import { type ImageType, imageTypeOf } from "./image-type.ts";
import { oneAtATime } from "./one-at-a-time.ts";

export interface ImageRules {
  /** The accepted types. The result is of the same type unless `output` is given. */
  readonly types: readonly ImageType[];
  readonly output?: ImageType;
  /** The type claimed by the sender; an image of another type is refused. */
  readonly claimedType?: string;
  /** Larger images are refused before a pixel of them is decoded. */
  readonly mostPixelsPerSide: number;
  readonly mostPixels: number;
  /** Larger images are scaled to fit into this square of pixels, with their proportions; they are never enlarged. */
  readonly fitInto: number;
  /** Crops the middle to a square: for avatars. */
  readonly isSquare?: boolean;
}

export interface ReEncodedImage {
  readonly bytes: Uint8Array;
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
}

export type ImageRefusal = "type" | "size" | "animated" | "broken" | "busy";

/** The bytes are not an image that these rules accept. */
export class ImageRefused extends Error {
  override readonly name = "ImageRefused";
  readonly reason: ImageRefusal;
  constructor(reason: ImageRefusal, options?: ErrorOptions) {
    super(`the image is refused: ${reason}`, options);
    this.reason = reason;
  }
}

/** Timeout of one image in seconds. */
const longestSeconds = 10;
const jpegQuality = 88;
const webpQuality = 85;

/** A decoded image takes four bytes a pixel: one after the other, so that a few uploads cannot take all memory. */
const runExclusive = oneAtATime(32, () => new ImageRefused("busy"));

/**
 * Decodes an image and re-encodes its pixels: the result has no metadata (place, camera, thumbnails), no second format hidden
 * behind the first, and no animation. It is rotated by its EXIF orientation. Throws {@link ImageRefused}.
 */
export async function reEncodeImage(bytes: Uint8Array, rules: ImageRules): Promise<ReEncodedImage> {
  const type = imageTypeOf(bytes);
  if (!type || !rules.types.includes(type)) throw new ImageRefused("type");
  if (rules.claimedType !== undefined && rules.claimedType !== type) throw new ImageRefused("type");
  return runExclusive(async () => {
    try {
      return await encode(await open(bytes, type, rules), rules.output ?? type, rules);
    } catch (error) {
      if (error instanceof ImageRefused) throw error;
      const isTooLarge = error instanceof Error && error.message.includes("exceeds pixel limit");
      throw new ImageRefused(isTooLarge ? "size" : "broken", { cause: error });
    }
  });
}

async function open(bytes: Uint8Array, type: ImageType, rules: ImageRules): Promise<Sharp> {
  const sharp = await loadSharp();
  const image = sharp(bytes, { limitInputPixels: rules.mostPixels, failOn: "error", sequentialRead: true });
  const { width, height, pages = 1, format } = await image.metadata();
  if (`image/${format}` !== type) throw new ImageRefused("type");
  if (Math.max(width, height) > rules.mostPixelsPerSide || width * height > rules.mostPixels)
    throw new ImageRefused("size");
  if (pages > 1 || isAnimatedPng(bytes, type)) throw new ImageRefused("animated");
  return image;
}

async function encode(image: Sharp, type: ImageType, rules: ImageRules): Promise<ReEncodedImage> {
  const fit = rules.isSquare ? "cover" : "inside";
  const rotated = image
    .autoOrient()
    .resize({ width: rules.fitInto, height: rules.fitInto, fit, withoutEnlargement: !rules.isSquare })
    .timeout({ seconds: longestSeconds });
  const encoded =
    type === "image/png"
      ? rotated.png()
      : type === "image/webp"
        ? rotated.webp({ quality: webpQuality })
        : rotated.flatten({ background: "#fff" }).jpeg({ quality: jpegQuality });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { bytes: data, type, width: info.width, height: info.height };
}

/** The chunk that animates a PNG precedes its pixels; the library reads such an image as a still one. */
function isAnimatedPng(bytes: Uint8Array, type: ImageType): boolean {
  if (type !== "image/png") return false;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const control = buffer.indexOf("acTL");
  const pixels = buffer.indexOf("IDAT");
  return control !== -1 && (pixels === -1 || control < pixels);
}

type Library = typeof import("sharp").default;

let loading: Promise<Library> | undefined;

/** Loaded with the first image, so that a start does not wait for it. It may decode the three types only. */
function loadSharp(): Promise<Library> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });
    return sharp;
  });
  return loading;
}
