import type { ErrorCode } from "@retro/contract/errors";
import { AppError, type AppErrorDetails } from "../http/errors/app-error.ts";
import { ValidationError } from "../http/errors/validation.ts";

/**
 * The outcome of a task in a worker process, as plain data. An error that crosses between processes loses its
 * additional properties, which say whether a request is refused (AppError) or what the database reported
 * (`code`, `errcode`).
 */
export type TaskOutcome<T> =
  | { value: T }
  | { refused: { statusCode: number; code: ErrorCode; details: AppErrorDetails } }
  | { failed: { message: string; stack: string | undefined; code: unknown; errcode: unknown } };

/** For the worker: runs the task and describes its outcome. Never throws. */
export async function captureOutcome<T>(task: () => Promise<T> | T): Promise<TaskOutcome<T>> {
  try {
    return { value: await task() };
  } catch (error) {
    if (error instanceof AppError)
      return { refused: { statusCode: error.statusCode, code: error.code, details: error.details } };
    if (error instanceof ValidationError)
      return { refused: { statusCode: 422, code: "invalid", details: { errors: { ...error.errors } } } };
    const { message, stack, code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
    return { failed: { message, stack, code, errcode } };
  }
}

/**
 * For the caller: returns the task's value. @throws AppError for a refusal, else an Error with the codes of
 * the original
 */
export function unwrapOutcome<T>(outcome: TaskOutcome<T>): T {
  if ("value" in outcome) return outcome.value;
  if ("refused" in outcome) {
    const { statusCode, code, details } = outcome.refused;
    throw new AppError(statusCode, code, details);
  }
  const { message, ...rest } = outcome.failed;
  throw Object.assign(new Error(message), rest);
}
