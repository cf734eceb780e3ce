import type { BoardListRow } from "@retro/contract/entities";

/** What differs between the lists of boards: My boards, and the boards of a team's space. */
export interface BoardList {
  /** Takes a board out of the list; the board itself stays. */
  remove: { label: string; act: (board: BoardListRow) => void; onlyIfManaged: boolean };
  /** The call that restores a board from the list's bin, below `/api/v1/`. */
  restorePath: (id: string) => string;
  /** Puts a copy into the list. */
  place?: ((id: string) => Promise<unknown>) | undefined;
  /** Shows a new title at once. */
  retitle?: (id: string, title: string) => void;
  /** Fetches the list again. */
  refresh: () => Promise<void>;
}
