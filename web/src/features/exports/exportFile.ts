import { basePath } from "../../api/basePath.ts";
import { ApiError, callHeaders, fetchFile, readFile } from "../../api/client.ts";
import { translate } from "../../i18n/i18n.ts";
import { copyForms, copyText } from "../../ui/device/copyText.ts";
import { saveFile } from "../../ui/device/saveFile.ts";
import type { Translate } from "../../i18n/useT.ts";
import { zoneQuery } from "./zoneQuery.ts";

export type ExportFormat = "pdf" | "excel" | "markdown" | "csv" | "json" | "ics";

/** Returns the file name in `Content-Disposition`: `filename*` before `filename` (RFC 6266). */
export function fileNameOf(disposition: string | null, fallback: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
    }
  }
  return /filename="([^"]+)"/i.exec(disposition ?? "")?.[1] ?? fallback;
}

/** @throws ApiError if the server refuses or cannot be reached, or if the download breaks off */
export async function fetchExport(
  boardId: string,
  format: ExportFormat,
): Promise<{ blob: Blob; name: string }> {
  const url = `${basePath}/web/boards/${encodeURIComponent(boardId)}/export-${format}?${zoneQuery()}`;
  let answer: Response;
  try {
    answer = await fetch(url, { headers: callHeaders(), credentials: "same-origin" });
  } catch {
    throw new ApiError(0, translate("error.unreachable"));
  }
  return {
    blob: await readFile(answer),
    name: fileNameOf(answer.headers.get("Content-Disposition"), `board.${format}`),
  };
}

export async function saveExport(boardId: string, format: ExportFormat): Promise<void> {
  const { blob, name } = await fetchExport(boardId, format);
  saveFile(blob, name);
}

/** All boards of a space. @throws ApiError */
export async function saveArchive(spaceKey: string): Promise<void> {
  const { blob, disposition } = await fetchFile(`spaces/${spaceKey}/archive`);
  saveFile(blob, fileNameOf(disposition, "boards.zip"));
}

/** @throws ApiError if the board could not be fetched, Error if the clipboard refuses */
export async function copyFetched<T extends "text/html" | "text/plain">(
  types: readonly T[],
  forms: Promise<Record<NoInfer<T> | "text/plain", string>>,
): Promise<void> {
  if (await copyForms(types, forms)) return;
  if (!(await copyText((await forms)["text/plain"]))) throw new Error("the clipboard refuses");
}

export function failureText(error: unknown, otherwise: string, t: Translate): string {
  if (!(error instanceof ApiError)) return otherwise;
  if (error.status === 429) return t("exports.busy");
  if (error.status === 413) return t("exports.tooLarge");
  const [field] = Object.values(error.errors);
  return field?.[0] ?? (error.status >= 500 ? otherwise : error.message);
}
