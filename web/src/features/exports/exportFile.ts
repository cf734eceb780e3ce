import { ApiError, callHeaders, readRefusal } from "../../api/client.ts";
import { translate } from "../../i18n/i18n.ts";

export type ExportFormat = "pdf" | "excel" | "markdown" | "csv" | "json";

/** The name a server gave a download: `filename*` before `filename` (RFC 6266). */
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

/**
 * Has the server make a file of the board as this visitor may see it now.
 * @throws ApiError when it refuses, cannot be reached, or breaks off
 */
export async function fetchExport(
  boardId: string,
  format: ExportFormat,
): Promise<{ blob: Blob; name: string }> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const url = `/web/boards/${encodeURIComponent(boardId)}/export-${format}?tz=${encodeURIComponent(zone)}`;
  let answer: Response;
  try {
    answer = await fetch(url, { headers: callHeaders(), credentials: "same-origin" });
  } catch {
    throw new ApiError(0, translate("error.unreachable"));
  }
  if (!answer.ok) throw await readRefusal(answer);
  try {
    return {
      blob: await answer.blob(),
      name: fileNameOf(answer.headers.get("Content-Disposition"), `board.${format}`),
    };
  } catch {
    // A file that arrived incomplete is no file.
    throw new ApiError(0, translate("error.unreachable"));
  }
}

/**
 * Puts a text that is still being fetched on the clipboard. Safari lets a page copy only within the click itself, hence the promise;
 * where the clipboard is not to be had (no https, an old browser), the old command does it.
 * @throws what fetching throws; Error when no way to copy works
 */
export async function copyFetchedText(text: Promise<string>): Promise<void> {
  if ("clipboard" in navigator && "ClipboardItem" in globalThis) {
    const blob = text.then((value) => new Blob([value], { type: "text/plain" }));
    try {
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
      return;
    } catch (error) {
      // A failed fetch surfaces below; a clipboard that refuses leaves the old command.
      if (error instanceof ApiError) throw error;
    }
  }
  copyByCommand(await text);
}

function copyByCommand(text: string): void {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.position = "fixed";
  field.style.opacity = "0";
  document.body.append(field);
  const focused = document.activeElement;
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error("the clipboard refuses");
}
