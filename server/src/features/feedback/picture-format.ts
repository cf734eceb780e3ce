export type PictureFormat = "png" | "jpeg" | "gif" | "webp";

const isAt = (bytes: Buffer, at: number, expected: string): boolean =>
  at >= 0 && bytes.toString("latin1", at, at + expected.length) === expected;

export function detectFormat(bytes: Buffer): PictureFormat | null {
  if (isAt(bytes, 0, "\x89PNG\r\n\x1a\n")) return "png";
  if (isAt(bytes, 0, "\xff\xd8\xff")) return "jpeg";
  if (isAt(bytes, 0, "GIF87a") || isAt(bytes, 0, "GIF89a")) return "gif";
  if (isAt(bytes, 0, "RIFF") && isAt(bytes, 8, "WEBP")) return "webp";
  return null;
}

export function hasValidEnd(format: PictureFormat, bytes: Buffer): boolean {
  switch (format) {
    case "png":
      return isAt(bytes, bytes.length - 12, "\0\0\0\0IEND\xaeB`\x82");
    case "jpeg":
      return isAt(bytes, bytes.length - 2, "\xff\xd9");
    case "gif":
      return isAt(bytes, bytes.length - 1, ";");
    case "webp":
      return bytes.length >= 12 && bytes.readUInt32LE(4) + 8 === bytes.length;
    default:
      return format satisfies never;
  }
}
