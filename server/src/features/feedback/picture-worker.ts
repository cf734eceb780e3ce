import sharp from "sharp";
import type { Format } from "./format.ts";

/*
 * A process of its own, which lives for the pictures of one feedback. Decoders are where hostile pictures strike: here there is nothing to
 * find, no database and no secret; and the memory that decoding takes goes back to the system with the process.
 */

export interface PictureJob {
  format: Format;
  bytes: Buffer;
  maxPixels: number;
}
export type PictureResult =
  | { type: "image/jpeg" | "image/webp"; bytes: Buffer }
  | { refused: "pixels" | "broken" };

const longestSide = 2048;

sharp.cache(false);
sharp.concurrency(1);
// Of the readers that the library brings (SVG, PDF, TIFF and more) only four may run.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif"].map((reader) => `VipsForeignLoad${reader}Buffer`),
});

process.on("message", (job: PictureJob) => {
  void encodeAnew(job).then((result) => process.send?.(result));
});

async function encodeAnew({ format, bytes, maxPixels }: PictureJob): Promise<PictureResult> {
  try {
    // The head first, so that what is too large is told apart from what is broken.
    const head = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (head.format !== format) return { refused: "broken" };
    if (head.width * head.height > maxPixels) return { refused: "pixels" };
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", sequentialRead: true })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true });
    return format === "jpeg"
      ? { type: "image/jpeg", bytes: await picture.jpeg({ quality: 85 }).toBuffer() }
      : { type: "image/webp", bytes: await picture.webp({ quality: 88, effort: 2 }).toBuffer() };
  } catch {
    // The decoder's own words would help nobody: the person can only save the picture anew.
    return { refused: "broken" };
  }
}
