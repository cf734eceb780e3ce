import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Tests that open a file with a spreadsheet are skipped without LibreOffice. */
export const hasLibreOffice = spawnSync("soffice", ["--version"]).error === undefined;

/** How LibreOffice reads or writes a CSV: separator and quotation mark as character codes, character set. */
export const csvFilter = (separator: string, { quote = '"', charset = "76" } = {}): string =>
  [separator.charCodeAt(0), quote === "" ? 0 : quote.charCodeAt(0), charset, 1].join(",");

/**
 * Opens a file with LibreOffice and saves it as another one.
 * @param file its bytes, the ending of its name, and how to read it if it is a CSV
 * @param to the ending of the new name, with the filter that writes it after a colon
 */
export function convertSheet(
  { bytes, ending, filter }: { bytes: Uint8Array; ending: "csv" | "xlsx"; filter?: string },
  to: string,
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "retro-sheet-"));
  try {
    writeFileSync(join(folder, `in.${ending}`), bytes);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
    const reading = filter === undefined ? [] : [`--infilter=CSV:${filter}`];
    const args = [profile, "--headless", "--convert-to", to, ...reading, "--outdir", join(folder, "out")];
    execFileSync("soffice", [...args, join(folder, `in.${ending}`)], { stdio: "pipe", timeout: 60_000 });
    return readFileSync(join(folder, "out", `in.${to.split(":")[0]}`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
