import LibraryAddCheckOutlined from "@mui/icons-material/LibraryAddCheckOutlined";
import { usePermissions } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { BarButton } from "../../../ui/controls/BarButton.tsx";
import { beginSelection } from "../selection/selection.ts";

/** In the bar of a meeting: from then on a tap selects what is to be one group. */
export function GroupButton() {
  const t = useT();
  if (usePermissions().editStickers !== null) return null;
  return (
    <BarButton
      variant="outlined"
      name={t("selection.toGroup")}
      word={t("selection.toGroupWord")}
      sign={<LibraryAddCheckOutlined />}
      onClick={beginSelection}
    />
  );
}
