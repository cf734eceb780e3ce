import type { Row } from "../row.ts";
export async function lists(): Promise<Row[]> {
  return [];
}
