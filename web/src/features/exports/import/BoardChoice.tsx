import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import { useState } from "react";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { titleOf } from "./fileFault.ts";

interface Props {
  boards: readonly File[];
  onTake: (boards: readonly File[]) => void;
  onClose: () => void;
}

/** Which boards of a file with several are imported; at first all. */
export function BoardChoice({ boards, onTake, onClose }: Props) {
  const t = useT();
  const [unchecked, setUnchecked] = useState<ReadonlySet<File>>(new Set());
  const taken = boards.filter((board) => !unchecked.has(board));
  const change = (board: File, isTaken: boolean): void => {
    const next = new Set(unchecked);
    if (isTaken) next.delete(board);
    else next.add(board);
    setUnchecked(next);
  };
  return (
    <FormDialog
      title={t("import.boards.title")}
      keepOnOutsideClick
      submitLabel={t("import.boards.submit", { count: taken.length })}
      submitDisabled={taken.length === 0}
      onCancel={onClose}
      onSubmit={() => onTake(taken)}
    >
      <div className="board-choice">
        {boards.length > 2 && (
          <FormControlLabel
            label={t("import.boards.all")}
            control={
              <Checkbox
                checked={taken.length === boards.length}
                indeterminate={taken.length > 0 && taken.length < boards.length}
                onChange={(event) => setUnchecked(new Set(event.target.checked ? [] : boards))}
              />
            }
          />
        )}
        {boards.map((board, i) => (
          <FormControlLabel
            // oxlint-disable-next-line react/no-array-index-key -- a board is its place: titles repeat
            key={i}
            label={<span dir="auto">{titleOf(board)}</span>}
            control={
              <Checkbox
                checked={!unchecked.has(board)}
                onChange={(event) => change(board, event.target.checked)}
              />
            }
          />
        ))}
      </div>
    </FormDialog>
  );
}
