import { bigint, table, text } from "./column.ts";

/** Team spaces, their templates and who has their links. */
export const spaceTables = {
  spaces: table(
    {
      id: text(),
      /** SHA-256 of the link's key, hex. */
      key_hash: text().unique(),
      /** Names the space's channel; the link's rotation replaces it. */
      channel: text().unique(),
      name: text(),
      defaults: text(),
      created_at: bigint(),
      /** The template of a new issue's address [G14]. */
      tracker: text().nullable(),
    },
    { key: ["id"] },
  ),
  space_templates: table(
    {
      id: text(),
      space_id: text().references("spaces", "cascade"),
      title: text(),
      description: text(),
      sections: text(),
      created_at: bigint(),
      /** JSON of the steps of its boards' meetings [F1]; null: none. */
      steps: text().nullable(),
    },
    {
      key: ["id"],
      indexes: {
        space_templates_space: ["space_id", "created_at"],
      },
    },
  ),
  /** Who has shown a key of the space, from when on [G1]. */
  space_members: table(
    {
      space_id: text().references("spaces", "cascade"),
      user_id: text().references("users", "cascade"),
      since: bigint(),
      /** SHA-256 of the last key that the user has shown; null: none, the user has agreed to a move of their board. */
      key_hash: text().nullable(),
    },
    {
      key: ["space_id", "user_id"],
      indexes: {
        space_members_user: ["user_id"],
      },
    },
  ),
  /** A space that a signed-in person has the link of, for their other devices [I8]. */
  member_spaces: table(
    {
      user_id: text().references("users", "cascade"),
      space_id: text().references("spaces", "cascade"),
      /** The key of the space, encrypted with the server's secret. */
      sealed_key: text(),
      kept_at: bigint(),
    },
    {
      key: ["user_id", "space_id"],
      indexes: {
        member_spaces_space: ["space_id"],
      },
    },
  ),
};
