import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import type { ApiError } from "./client.ts";

/**
 * Puts what the server refused under the fields it is about.
 * @returns whether any of these fields was meant; otherwise the refusal as a whole should be shown
 */
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
