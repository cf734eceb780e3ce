/** Who a user is at the provider of sign-ins [I1]. */
export interface IdentitiesTable {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: number;
}
/** What the provider needs to end the session there, and to end this one from there [I6]. */
export interface ProviderSessionsTable {
  session_id: string;
  issuer: string;
  subject: string;
  /** The provider's name of its session; null: it has none. */
  sid: string | null;
  id_token: string;
}
/** The user, once a guest, is becoming part of another; the row goes with the user [I1]. */
export interface MergesTable {
  user_id: string;
  into_id: string;
  created_at: number;
}
