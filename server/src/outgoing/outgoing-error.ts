export type OutgoingProblem = "refused_address" | "timeout" | "unreachable";

/** A request that got no answer. It is a TypeError, as `fetch` throws it, because openid-client passes on only these. */
export class OutgoingError extends TypeError {
  readonly problem: OutgoingProblem;
  constructor(problem: OutgoingProblem, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "OutgoingError";
    this.problem = problem;
  }
}

/** @returns the error with the reason for an operator, such as `connect ECONNREFUSED 10.0.0.1:443 (proxy)` */
export function unreachable(cause: Error, proxy: URL | null): OutgoingError {
  if (cause instanceof OutgoingError) return cause;
  if (proxy !== null && (cause as { statusCode?: number }).statusCode === 407) return signInWanted();
  // Node tries each address of a name, and gathers the errors without a message of its own.
  const parts = cause instanceof AggregateError ? (cause.errors as Error[]) : [cause];
  const words = parts.map((part) => wordsOf(part, proxy)).join(", ");
  return new OutgoingError("unreachable", words, { cause });
}

function signInWanted(): OutgoingError {
  return new OutgoingError(
    "unreachable",
    "the proxy wants a sign-in: put name and password in HTTPS_PROXY, as in http://name:password@proxy:3128",
  );
}

function wordsOf({ message, code, syscall }: NodeJS.ErrnoException, proxy: URL | null): string {
  const words = code === undefined || message.includes(code) ? message : `${message} (${code})`;
  if (proxy === null) return words;
  // Behind a proxy nothing but the proxy is looked up and connected to.
  return `${words} ${syscall === "connect" || syscall === "getaddrinfo" ? "(proxy)" : "(through the proxy)"}`;
}
