export interface SpacesTable {
  id: string;
  /** SHA-256 of the link's key, hex. */
  key_hash: string;
  /** Names the space's channel; the link's rotation replaces it. */
  channel: string;
  name: string;
  defaults: string;
  created_at: number;
}
export interface SpaceTemplatesTable {
  id: string;
  space_id: string;
  title: string;
  description: string;
  sections: string;
  created_at: number;
}
