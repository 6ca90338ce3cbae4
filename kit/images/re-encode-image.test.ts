import sharp from "sharp";
import { expect, test } from "vitest";
import { pngBomb, testPng } from "#kit/testing/test-images.ts";
import { type ImageRules, reEncodeImage } from "./re-encode-image.ts";

const rules: ImageRules = {
  types: ["image/jpeg", "image/png"],
  mostPixelsPerSide: 12_000,
  mostPixels: 50_000_000,
  fitInto: 400,
};
const refused = (reason: string) => expect.objectContaining({ name: "ImageRefused", reason });
const made = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#336699" } });

test("an image comes out as the same picture in a new file, without metadata and without data hidden behind it", async () => {
  const camera = { IFD0: { Copyright: "alice", ImageDescription: "at home" } };
  const photo = await made(300, 200).withExif(camera).jpeg().toBuffer();
  const hidden = Buffer.concat([photo, Buffer.from("<script>alert(1)</script>PK\x03\x04")]);
  const out = await reEncodeImage(hidden, rules);
  expect(out).toMatchObject({ type: "image/jpeg", width: 300, height: 200 });
  const text = Buffer.from(out.bytes).toString("latin1");
  for (const secret of ["alice", "at home", "<script>", "PK\x03\x04"]) expect(text).not.toContain(secret);
  expect((await sharp(out.bytes).metadata()).exif).toBeUndefined();
});

test("a photo is rotated by its EXIF orientation, and made to fit", async () => {
  const photo = await made(1000, 500).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await reEncodeImage(photo, rules)).toMatchObject({ width: 200, height: 400 });
});

test("an avatar is cropped square and converted to another type", async () => {
  const avatar: ImageRules = { ...rules, output: "image/webp", isSquare: true, fitInto: 128 };
  const out = await reEncodeImage(testPng(90, 30), avatar);
  expect(out).toMatchObject({ type: "image/webp", width: 128, height: 128 });
});

test.each([
  ["of 30,000 pixels a side", pngBomb(30_000, 30_000), "size"],
  ["of 30,000 pixels and one", pngBomb(30_000, 1), "size"],
  ["of 10,000 pixels a side", pngBomb(10_000, 10_000), "size"],
  ["that moves", testPng(2, 2, [["acTL", Buffer.alloc(8)]]), "animated"],
  ["that is cut off", testPng(200, 200).subarray(0, 60), "broken"],
  ["whose pixels are missing", pngBomb(100, 100), "broken"],
  ["that only begins like one", Buffer.concat([testPng().subarray(0, 8), Buffer.from("a face")]), "broken"],
  ["that is an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "type"],
  ["that is a GIF", Buffer.from("GIF89a"), "type"],
  ["of no bytes", Buffer.alloc(0), "type"],
] as const)("an image %s is refused", async (_what, bytes, reason) => {
  await expect(reEncodeImage(bytes, rules)).rejects.toEqual(refused(reason));
});

test("an animated WebP, and a WebP where none is accepted, are refused", async () => {
  const still = await made(4, 4).webp().toBuffer();
  await expect(reEncodeImage(still, rules)).rejects.toEqual(refused("type"));
  const colours = await Promise.all(
    ["#f00", "#0f0"].map(background =>
      sharp({ create: { width: 4, height: 4, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const moving = await sharp(colours, { join: { animated: true } })
    .webp()
    .toBuffer();
  await expect(reEncodeImage(moving, { ...rules, types: ["image/webp"] })).rejects.toEqual(refused("animated"));
});

test("an image whose type differs from the claimed one is refused", async () => {
  await expect(reEncodeImage(testPng(), { ...rules, claimedType: "image/jpeg" })).rejects.toEqual(refused("type"));
});

test("many at once are processed one after the other, and more than 33 are refused as busy", async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => reEncodeImage(testPng(), rules)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(32);
  expect(outcomes.at(-1)).toMatchObject({ reason: refused("busy") });
});
