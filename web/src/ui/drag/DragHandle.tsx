import DragIndicatorOutlined from "@mui/icons-material/DragIndicatorOutlined";
import { useT } from "../../i18n/useT.ts";
import { tip } from "../tooltips/tip.ts";

export function DragHandle({ title, disabled = false }: { title: string; disabled?: boolean }) {
  const t = useT();
  const label = t("drag.handle", { title });
  return (
    <button type="button" className="drag-handle" disabled={disabled} aria-label={label} {...tip(label)}>
      <DragIndicatorOutlined fontSize="small" />
    </button>
  );
}
