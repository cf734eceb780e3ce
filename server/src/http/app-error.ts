import type { ErrorCode } from "@retro/contract/errors";

/** A field's fault: a catalogue key and its parameters. */
export interface FieldFault {
  key: string;
  params?: Record<string, string | number>;
}

export interface AppErrorDetails {
  /** Faults by dotted field path; with 422. The error handler translates them. */
  fields?: Record<string, FieldFault>;
  /** Rides along as `data`, such as the current item with a 409. */
  data?: unknown;
  /** Seconds for `Retry-After`; with 429. */
  retryAfter?: number;
}

/** A refusal that the caller is told of, in their language: the message is the catalogue's `error.{code}`. */
export class AppError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: AppErrorDetails;

  constructor(status: number, code: ErrorCode, details: AppErrorDetails = {}) {
    super(code);
    this.name = "AppError";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** 422 on one field. */
export function fieldError(field: string, key: string, params?: Record<string, string | number>): AppError {
  return new AppError(422, "invalid", { fields: { [field]: params ? { key, params } : { key } } });
}

/** 404: unknown, or not yours to know. */
export function notFound(): AppError {
  return new AppError(404, "not_found");
}
