import { AppError } from "../../../../http/errors/app-error.ts";
import { looksLikeJson } from "@retro/contract/files/table-import";
import { decodeFile } from "../../file-text.ts";
import { ownCsv } from "../import-csv.ts";
import { ownJson } from "../import-json.ts";
import { jsonFault } from "../json-fault.ts";
import { azureCsv } from "./azure-csv.ts";
import { azureJson } from "./azure-json.ts";
import { funRetroText } from "./funretro-text.ts";
import { markdown } from "./markdown.ts";
import { mural } from "./mural.ts";
import { outline } from "./outline.ts";
import { parabol } from "./parabol.ts";
import type { ImportedFile, Reader, SourceFile } from "./reader.ts";
import { scrumlrCsv } from "./scrumlr-csv.ts";
import { scrumlrJson } from "./scrumlr-json.ts";
import { sectionColumns } from "./section-columns.ts";
import { thunderdome } from "./thunderdome.ts";
import { trello } from "./trello.ts";

/** Tried in this order: the less a reader needs to recognise a file, the later it comes. */
export const readers: Readonly<Record<string, Reader>> = {
  "our JSON": ownJson,
  "our CSV": ownCsv,
  "our Markdown": markdown,
  Trello: trello,
  "scrumlr JSON": scrumlrJson,
  Thunderdome: thunderdome,
  "Azure DevOps JSON": azureJson,
  "Azure DevOps CSV": azureCsv,
  Parabol: parabol,
  "scrumlr CSV": scrumlrCsv,
  Mural: mural,
  "FunRetro text": funRetroText,
  "a pasted list": outline,
  "FunRetro CSV": sectionColumns,
};

/** The reader of a tool that has made this file, or null for a table that anybody may have made. */
export function knownReader(bytes: Uint8Array): Reader | null {
  let text: string;
  try {
    text = decodeFile(bytes);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
  const file = parseFile(text, "UTC");
  // `sectionColumns` only guesses; as a table, the user chooses the columns.
  const tools = Object.values(readers).filter((reader) => reader !== sectionColumns);
  return tools.find(({ recognises }) => recognises(file)) ?? (file.json === undefined ? null : ownJson);
}

/** Reads a file by its content, never by its name. A file of no known tool gets the errors of ours. */
export function readFile(bytes: Uint8Array, title: string, timeZone = "UTC"): ImportedFile {
  const file = parseFile(decodeFile(bytes), timeZone);
  const reader = Object.values(readers).find(({ recognises }) => recognises(file));
  return (reader ?? (file.json === undefined ? ownCsv : ownJson)).read(file, title);
}

function parseFile(text: string, timeZone: string): SourceFile {
  if (!looksLikeJson(text)) return { text, json: undefined, timeZone };
  try {
    return { text, json: JSON.parse(text), timeZone };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw jsonFault(text);
  }
}
