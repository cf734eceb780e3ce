import type { BoardListRow } from "@retro/contract/boards";

export interface BoardList {
  remove: { label: string; act: (board: BoardListRow) => void; onlyIfManaged: boolean };
  restorePath: (id: string) => string;
  place?: ((id: string) => Promise<unknown>) | undefined;
  retitle?: (id: string, title: string) => void;
  refresh: () => Promise<void>;
}
