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

/** An API token [U1]. */
export interface ApiTokensTable {
  /** SHA-256 of the token, which only its owner has. */
  id: string;
  kind: "person" | "space" | "server";
  name: string;
  /** The user that the token acts as: its person, or a user that has the token's name. */
  user_id: string;
  /** Null: the user who made it is gone. */
  made_by: string | null;
  may_write: number;
  /** The only board, or the only space, that it reaches. */
  board_id: string | null;
  space_id: string | null;
  /** The key of the space, encrypted with the token: the server alone cannot read it [G1]. */
  sealed_key: string | null;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
}

/** A space that a signed-in person has the link of, for their other devices [I8]. */
export interface MemberSpacesTable {
  user_id: string;
  space_id: string;
  /** The key of the space, encrypted with the server's secret. */
  sealed_key: string;
  kept_at: number;
}
