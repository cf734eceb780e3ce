import type { Generated } from "kysely";

export interface SpacesTable {
  id: string;
  /** SHA-256 of the link's key, hex. */
  key_hash: string;
  /** Names the space's channel; the link's rotation replaces it. */
  channel: string;
  name: string;
  defaults: string;
  created_at: number;
  /** The template of a new issue's address [G14]. */
  tracker: Generated<string | null>;
}
export interface SpaceTemplatesTable {
  id: string;
  space_id: string;
  title: string;
  description: string;
  sections: string;
  created_at: number;
  /** JSON of the steps of its boards' meetings [F1]; null: it remembers none. */
  steps: Generated<string | null>;
}
