/** An item in which every field that may be null is null. */
export const itemOfNulls = {
  id: "a",
  board_id: "b",
  parent_id: null,
  kind: "sticker",
  order: "a0",
  user_id: null,
  title: null,
  style: {},
  created_at: "2026-01-01T00:00:00.000Z",
  rev: 1,
  votes: null,
  hidden: true,
};
