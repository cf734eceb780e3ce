/**
 * Who uses up a limit. A missing session or address is not counted: HTTP counts the address when a request arrives
 * and the session once the database knows it.
 */
export interface Client {
  /** The session's id: the hash of its token. */
  session?: string | null;
  /** An address as `addressKey` gives it. */
  address?: string | null;
}
