import "./import-status.css";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { lazyPart } from "../../../ui/loading/lazy.tsx";
import { WritingProgress } from "./WritingProgress.tsx";
import type { FileBatch } from "./useFileBatch.ts";

const TableMapper = lazyPart(() => import("./TableMapper.tsx"), "TableMapper", { prefetch: false });
const BoardChoice = lazyPart(() => import("./BoardChoice.tsx"), "BoardChoice", { prefetch: false });
const ListPreview = lazyPart(() => import("./ListPreview.tsx"), "ListPreview", { prefetch: false });

interface Props {
  batch: FileBatch;
  /** The title of the section that gets the stickers; without it a file becomes a board. */
  section?: string;
}

/** The file that is being read or imported, or that its user looks at. */
export function ImportStatus({ batch, section }: Props) {
  const t = useT();
  const { progress, shown, takeShown, takeBoards, closeShown } = batch;
  const dialog = { section, onTake: takeShown, onClose: closeShown };
  return (
    <>
      {progress !== null && (
        <div className="import-status">
          <span role="status">
            {t(progress.count === 1 ? "import.status" : "import.statusOf", { ...progress })}
          </span>
          <WritingProgress />
          <Button size="small" onClick={batch.cancel}>
            {t("common.cancel")}
          </Button>
        </div>
      )}
      {shown?.table && (
        <TableMapper key={shown.file.name} {...dialog} file={shown.file} table={shown.table} />
      )}
      {shown?.boards && <BoardChoice boards={shown.boards} onTake={takeBoards} onClose={closeShown} />}
      {shown?.board && <ListPreview {...dialog} board={shown.board} />}
    </>
  );
}
