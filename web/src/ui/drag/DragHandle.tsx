import DragIndicatorOutlined from "@mui/icons-material/DragIndicatorOutlined";
import { useT } from "../../i18n/useT.ts";
import { tip } from "../tooltips/tip.ts";

/** The handle of a row of a sortable list (`useSortableList`). @param title the row's title, for its name */
export function DragHandle({ title, disabled = false }: { title: string; disabled?: boolean }) {
  const t = useT();
  const label = t("drag.handle", { title });
  return (
    <button type="button" className="drag-handle" disabled={disabled} aria-label={label} {...tip(label)}>
      <DragIndicatorOutlined fontSize="small" />
    </button>
  );
}
