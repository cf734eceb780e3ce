import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import type { ApiError } from "./client.ts";

/** @returns whether the error names one of these fields; if not, the caller shows the whole error */
export function showFieldErrors<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  error: ApiError,
  fields: readonly Path<Values>[],
): boolean {
  let shown = false;
  for (const field of fields) {
    const message = error.errors[field]?.[0];
    if (message === undefined) continue;
    setError(field, { type: "server", message });
    shown = true;
  }
  return shown;
}
