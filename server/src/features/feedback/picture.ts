import type { Sharp, SharpOptions } from "sharp";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { AppError } from "../../http/app-error.ts";
import { endsAsWell, formatOf } from "./format.ts";
import type { Format } from "./format.ts";

export interface Picture {
  type: "image/jpeg" | "image/webp";
  bytes: Buffer;
}

/** A phone's photograph, and a 4K screen: the second kinds are decoded whole, at four bytes a pixel. */
const maxPixels: Record<Format, number> = {
  png: 12_500_000,
  jpeg: 12_500_000,
  gif: 8_300_000,
  webp: 8_300_000,
};
const longestSide = 2048;
const shownName = 60;

function refuse(key: MessageKey, name: string, max?: number): AppError {
  const shown = [...name].slice(0, shownName).join("");
  const params = max === undefined ? { name: shown } : { name: shown, max };
  return new AppError(422, "invalid", { errors: { attachments: [{ key, params }] } });
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Makes an attachment safe to keep and to show: a real PNG, JPEG, GIF or WebP by content, decoded and encoded anew. What was hidden in it
 * (the place it was taken, a script behind the picture) is gone; of an animation the first frame stays. One at a time, so that memory stays bounded.
 * @throws AppError 422 on `attachments`
 */
export async function cleanPicture(name: string, bytes: Buffer): Promise<Picture> {
  const format = formatOf(bytes);
  if (format === null) throw refuse("feedback.attachmentsType", name);
  if (!endsAsWell(format, bytes)) throw refuse("feedback.attachmentsBroken", name);
  const turn = last.then(() => encodeAnew(name, format, bytes));
  last = turn.catch(() => undefined);
  return turn;
}

async function encodeAnew(name: string, format: Format, bytes: Buffer): Promise<Picture> {
  const sharp = await loadSharp();
  const limit = maxPixels[format];
  // Read by ourselves first, so that what is too large is told apart from what is broken.
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (head === null || head.format !== format) throw refuse("feedback.attachmentsBroken", name);
  if (head.width * head.height > limit)
    throw refuse("feedback.attachmentsPixels", name, Math.floor(limit / 1e6));
  const picture = sharp(bytes, { limitInputPixels: limit, failOn: "error", sequentialRead: true })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true });
  try {
    return format === "jpeg"
      ? { type: "image/jpeg", bytes: await picture.jpeg({ quality: 85 }).toBuffer() }
      : { type: "image/webp", bytes: await picture.webp({ quality: 88, effort: 2 }).toBuffer() };
  } catch {
    // The decoder's own words would help nobody: the person can only save the picture anew.
    throw refuse("feedback.attachmentsBroken", name);
  }
}

let loaded: Promise<(input: Buffer, options: SharpOptions) => Sharp> | undefined;

/** Loaded with the first picture: the server starts without it, and most never need it. Of its readers only our four may run. */
function loadSharp() {
  loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ["VipsForeignLoad"] });
    const readers = ["Jpeg", "Png", "Webp", "Nsgif"].map((reader) => `VipsForeignLoad${reader}Buffer`);
    sharp.unblock({ operation: readers });
    return sharp;
  });
  return loaded;
}
