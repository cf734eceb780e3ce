import { useItem, usePermissions } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { BarButton } from "../../../ui/controls/BarButton.tsx";
import { Plus, useAddPress } from "./AddBar.tsx";
import { useCurrentSection } from "./currentSection.ts";

/** In the bar of a meeting, which is there instead of this one. */
export function WriteButton() {
  const t = useT();
  const id = useCurrentSection() ?? "";
  const section = useItem(id);
  const press = useAddPress(id);
  const mayAdd = usePermissions().editStickers === null;
  if (section === undefined || section.holds === "actions" || !mayAdd) return null;
  return (
    <BarButton
      variant="outlined"
      className="add-button"
      name={t("sections.writeIn", { title: section.title ?? "" })}
      word={t("sections.write")}
      sign={<Plus />}
      {...press}
    />
  );
}
