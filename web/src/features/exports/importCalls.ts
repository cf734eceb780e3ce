import { importMeta, type LeftOut } from "@retro/contract/board-file";
import type { Board } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import { importPreview, type TableChoices, type TablePreview } from "@retro/contract/table-import";
import { call } from "../../api/client.ts";

export interface Imported {
  board: Board;
  leftOut: LeftOut[];
}

const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** @throws ApiError */
export async function importFile(file: File, choices: TableChoices, signal?: AbortSignal): Promise<Imported> {
  const answer = await call<Board>("POST", `boards/import?${queryOf(file, choices)}`, bodyOf(file), {
    ...(signal && { signal }),
  });
  // An older server says nothing of what it left out.
  return { board: answer.data, leftOut: importMeta.safeParse(answer.meta).data?.left_out ?? [] };
}

/** Null for a file of a known tool, which needs no choices. @throws ApiError */
export async function previewTable(file: File, choices: TableChoices): Promise<TablePreview | null> {
  const answer = await call("POST", `boards/import/preview?${queryOf(file, choices)}`, bodyOf(file), {
    schema: importPreview,
  });
  return answer.data.table;
}

/** The server recognises a file by its content; only its types reach it. */
function bodyOf(file: File): Blob {
  if (/\.xlsx$/i.test(file.name)) return new Blob([file], { type: workbookType });
  const isCsv = /\.(?:csv|tsv|txt)$/i.test(file.name) || file.type === "text/csv";
  return new Blob([file], { type: isCsv ? "text/csv" : "application/json" });
}

function queryOf(file: File, choices: TableChoices): string {
  const title = file.name.replace(/\.[^.]*$/, "").slice(0, limits.boardTitle);
  const chosen = Object.entries({ title, ...choices }).filter(([, value]) => value !== undefined);
  return chosen.map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`).join("&");
}
