import { AppError } from "../../../../http/errors/app-error.ts";
import { looksLikeJson } from "@retro/contract/files/table-import";
import { decodeFile } from "../../file-text.ts";
import { jsonFault } from "../json-fault.ts";
import { azureCsv } from "./azure-csv.ts";
import { azureJson } from "./azure-json.ts";
import { funRetroCsv } from "./funretro-csv.ts";
import { funRetroText } from "./funretro-text.ts";
import { markdown } from "./markdown.ts";
import { mural } from "./mural.ts";
import { outline } from "./outline.ts";
import { ownCsv, ownJson } from "./own.ts";
import { parabol } from "./parabol.ts";
import type { ImportedFile, Reader, SourceFile } from "./reader.ts";
import { scrumlrCsv } from "./scrumlr-csv.ts";
import { scrumlrJson } from "./scrumlr-json.ts";
import { thunderdome } from "./thunderdome.ts";
import { trello } from "./trello.ts";

/** In this order: a looser way to recognise a file comes later. */
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
  "FunRetro CSV": funRetroCsv,
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
  if (file.json !== undefined) return findReader(file) ?? ownJson;
  const found = findReader(file);
  // A section in each column is a guess.
  return found === undefined || found === funRetroCsv ? null : found;
}

const findReader = (file: SourceFile): Reader | undefined =>
  Object.values(readers).find(({ recognises }) => recognises(file));

/** Reads a file by its content, never by its name. A file of no known tool gets the errors of our own. */
export function readFile(bytes: Uint8Array, title: string, timeZone = "UTC"): ImportedFile {
  const file = parseFile(decodeFile(bytes), timeZone);
  return (findReader(file) ?? (file.json === undefined ? ownCsv : ownJson)).read(file, title);
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
