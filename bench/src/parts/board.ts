import type { Row } from "../row.ts";
export async function board(): Promise<Row[]> {
  return [];
}
