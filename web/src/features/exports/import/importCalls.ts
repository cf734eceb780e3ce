import { importMeta, type LeftOut } from "@retro/contract/files/board-file";
import type { Board } from "@retro/contract/boards";
import { limits } from "@retro/contract/limits";
import { cutText } from "@retro/contract/text";
import {
  importPreview,
  type ImportPreview,
  type PreviewChoices,
  type TableChoices,
} from "@retro/contract/files/table-import";
import { call } from "../../../api/client.ts";
import { zoneQuery } from "../zoneQuery.ts";
import { beginningOf, isJson, isZip, titleOf } from "./fileFault.ts";

export interface Imported {
  board: Board;
  leftOut: LeftOut[];
}

const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** @throws ApiError */
export async function importFile(file: File, choices: TableChoices, signal?: AbortSignal): Promise<Imported> {
  const answer = await call<Board>(
    "POST",
    `boards/import?${queryOf(file, choices)}&${zoneQuery()}`,
    await bodyOf(file),
    {
      ...(signal && { signal }),
    },
  );
  return { board: answer.data, leftOut: importMeta.parse(answer.meta).left_out };
}

/** @throws ApiError */
export async function previewFile(
  file: File,
  choices: PreviewChoices,
  signal?: AbortSignal,
): Promise<ImportPreview> {
  const answer = await call("POST", `boards/import/preview?${queryOf(file, choices)}`, await bodyOf(file), {
    schema: importPreview,
    ...(signal && { signal }),
  });
  return answer.data;
}

/** The server recognises a file by its content; only its types reach it. */
async function bodyOf(file: File): Promise<Blob> {
  if (isZip(await beginningOf(file, 4))) return new Blob([file], { type: workbookType });
  return new Blob([file], { type: (await isJson(file)) ? "application/json" : "text/csv" });
}

function queryOf(file: File, choices: PreviewChoices): string {
  const title = cutText(titleOf(file), limits.boardTitle);
  const chosen = Object.entries({ title, ...choices }).filter(([, value]) => value !== undefined);
  return chosen.map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`).join("&");
}
