/** A refusal in the form of `ApiError`. */
export class RefusalError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly code: string | undefined;
  readonly data: unknown;
  constructor(status: number, code?: string, data?: unknown) {
    super(code ?? String(status));
    this.status = status;
    this.code = code;
    this.data = data;
  }
}
