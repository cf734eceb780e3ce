/** A deleted sticker with its nested ones, which its deleter can restore for a while [T12]. */
export interface DeletionsTable {
  id: string;
  board_id: string;
  user_id: string;
  column_id: string;
  section_order: string;
  column_order: string;
  item_count: number;
  created_at: number;
}
export interface DeletedItemsTable {
  id: string;
  deletion_id: string;
  parent_id: string;
  order_key: string;
  user_id: string | null;
  title: string | null;
  style: string;
  rev: number;
  imported_votes: number;
  created_at: number;
  reactions: string | null;
}
export interface DeletedVotesTable {
  id: string;
  item_id: string;
  user_id: string;
  created_at: number;
}
