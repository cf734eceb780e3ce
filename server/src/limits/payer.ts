/** Who pays for a request or a connection, and whose turn it is in a queue. */
export interface Payer {
  /** A session that the database knew at its last request, or the person who made the token; else null. */
  session: string | null;
  address: string;
  /** A token pays for itself: scripts use up nothing of the people at their address. */
  byToken?: boolean;
}
