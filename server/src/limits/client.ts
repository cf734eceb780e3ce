/**
 * The session and the address that a limit counts. A missing one is not counted: HTTP counts the address when
 * a request arrives, and the session once the database has confirmed it.
 */
export interface Client {
  /** The session's id: the hash of its token. */
  session?: string | null;
  /** An address as `addressKey` gives it. */
  address?: string | null;
}
