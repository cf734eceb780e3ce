/** A part of a source file and the text that replaces it. */
export interface SourceEdit {
  /** Offsets in the source, the end exclusive. */
  start: number;
  end: number;
  replacement: string;
  /** The kind of change, for the report: "boundary", "removed call". */
  operator: string;
}

/** One small fault in one file. */
export interface Mutant extends SourceEdit {
  /** The path from the root of the repository. */
  file: string;
  line: number;
  original: string;
  /** The number of the block that it is in, see `blocksOf`; -1 at the top level of the module. */
  block: number;
}

/** The verdict on a mutant. `uncovered`: no test reached it, and the tests in its folder did not notice it either. */
export type Outcome = "killed" | "timeout" | "survived" | "uncovered";

export interface MutantResult {
  mutant: Mutant;
  outcome: Outcome;
  /** The test that noticed it. */
  by?: string | undefined;
}

/** The source with the change applied. */
export function applyEdit(source: string, { start, end, replacement }: SourceEdit): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

/** A mutant in one line: `rules/src/votes.ts:12 boundary: a < b → a <= b`. */
export function describeMutant({ file, line, operator, original, replacement }: Mutant): string {
  return `${file}:${line} ${operator}: ${shorten(original)} → ${shorten(replacement)}`;
}

function shorten(code: string): string {
  const line = code.replaceAll(/\s+/g, " ");
  if (line.length === 0 || line === ";") return "(nothing)";
  return line.length > 100 ? `${line.slice(0, 97)}…` : line;
}
