import sharp from "sharp";
import { serveTasks } from "../../jobs/serve-tasks.ts";
import type { PictureFormat } from "./picture-format.ts";

/** Hostile pictures attack decoders: this process has no database and no secret. */

export interface PictureJob {
  format: PictureFormat;
  bytes: Buffer;
  maxPixels: number;
}
export type PictureResult =
  | { type: `image/${PictureFormat}`; bytes: Buffer }
  | { refused: "pixels" | "broken" };

const longestSide = 2048;

sharp.cache(false);
sharp.concurrency(1);
// Of the library's many readers (SVG, PDF, TIFF and more) only four may run.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif"].map((reader) => `VipsForeignLoad${reader}Buffer`),
});

serveTasks(reencode);

async function reencode({ format, bytes, maxPixels }: PictureJob): Promise<PictureResult> {
  try {
    // The header first, to distinguish a picture that is too large from a broken one.
    const head = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (head.format !== format) return { refused: "broken" };
    if (head.width * head.height > maxPixels) return { refused: "pixels" };
    const { data, info } = await sharp(bytes, {
      limitInputPixels: maxPixels,
      failOn: "error",
      sequentialRead: true,
    })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return await encode(data, info, format, bytes);
  } catch {
    // The decoder's message would not help the user, who can only save the picture again.
    return { refused: "broken" };
  }
}

/** A file this short has nothing to hide, and another format may be longer. */
const tinyBytes = 200;

/** In at most as many bytes as were uploaded: less quality, without loss, or fewer pixels. */
async function encode(
  pixels: Buffer,
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 },
  format: PictureFormat,
  uploaded: Buffer,
): Promise<PictureResult> {
  const most = uploaded.length;
  const type = format === "jpeg" ? "image/jpeg" : "image/webp";
  const picture = (side = longestSide) =>
    sharp(pixels, { raw }).resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
  const lossy = (quality: number, side?: number): Promise<Buffer> =>
    format === "jpeg"
      ? picture(side).jpeg({ quality }).toBuffer()
      : picture(side).webp({ quality, effort: 2 }).toBuffer();

  let bytes = await lossy(format === "jpeg" ? 85 : 88);
  if (bytes.length > most && format !== "jpeg")
    bytes = shorter(bytes, await picture().webp({ lossless: true, effort: 2 }).toBuffer());
  for (const quality of [70, 50, 30]) {
    if (bytes.length <= most) return { type, bytes };
    bytes = shorter(bytes, await lossy(quality));
  }
  for (let side = Math.max(raw.width, raw.height); bytes.length > most && side > 1;) {
    side = Math.max(1, Math.floor(side * Math.min(0.8, 0.9 * Math.sqrt(most / bytes.length))));
    bytes = await lossy(30, side);
  }
  if (bytes.length <= most) return { type, bytes };
  return most <= tinyBytes ? { type: `image/${format}`, bytes: uploaded } : { refused: "broken" };
}

function shorter(a: Buffer, b: Buffer): Buffer {
  return b.length < a.length ? b : a;
}
