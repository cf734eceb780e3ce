import type { PresentTexts } from "@retro/contract/commands";
import type { ErrorCode } from "@retro/contract/errors";
import type { MessageKey } from "@retro/contract/messages/catalogue";

type Params = Record<string, string | number>;

export type Message = MessageKey | { key: MessageKey; params?: Params };

export interface AppErrorDetails {
  errors?: Record<string, Message[]>;
  data?: unknown;
  params?: Params;
  /** Instead of the text of the code, where that would reveal too much. */
  message?: MessageKey;
  /** For 429, 503 and a 409 that passes by itself: seconds for `Retry-After`. */
  retryAfter?: number;
}

export class AppError extends Error {
  readonly statusCode: number;
  readonly code: ErrorCode;
  readonly details: AppErrorDetails;

  constructor(statusCode: number, code: ErrorCode, details: AppErrorDetails = {}) {
    super(code);
    this.name = "AppError";
    this.statusCode = statusCode;
    this.code = code;
    this.details = details;
  }
}

export function fieldError(field: string, key: MessageKey, params?: Params): AppError {
  return new AppError(422, "invalid", { errors: { [field]: [params ? { key, params } : key] } });
}

export function notFound(): AppError {
  return new AppError(404, "not_found");
}

export function requireAllowed(code: ErrorCode | null): void {
  if (code !== null) throw new AppError(403, code);
}

export function editConflict(fields: PresentTexts): AppError {
  return new AppError(409, "conflict", {
    data: fields,
    errors: Object.fromEntries(
      Object.entries(fields).map(([field, { text: current }]) => [
        field,
        [
          (current === ""
            ? { key: "validation.removedMeanwhile" }
            : { key: "validation.changedMeanwhile", params: { current } }) satisfies Message,
        ],
      ]),
    ),
  });
}
