/** A team's boards under one secret link. */
export interface SpacesTable {
  id: string;
  /** SHA-256 of the link's key, hex. */
  key_hash: string;
  /** Names the space's channel; the link's rotation replaces it. */
  channel: string;
  name: string;
  /** JSON of SpaceDefaults. */
  defaults: string;
  created_at: number;
}
/** A template that the members of a space share. */
export interface SpaceTemplatesTable {
  id: string;
  space_id: string;
  title: string;
  description: string;
  sections: string;
  created_at: number;
}
