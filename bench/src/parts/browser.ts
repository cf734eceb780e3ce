import type { Row } from "../row.ts";
export async function browser(): Promise<Row[]> {
  return [];
}
