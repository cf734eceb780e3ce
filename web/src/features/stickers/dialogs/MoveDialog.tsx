import "./dialogs.css";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { childrenOf, sectionIdOf } from "@retro/rules/tree";
import { useState } from "react";
import { useBoardState, useBoardStore, useChildIds } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { mayDrop } from "../dnd/dropTarget.ts";
import { moveItem } from "../saving/saveSticker.ts";
import { useStickerParts } from "../stickerActions.ts";
import { keepFocus } from "../../../ui/focus/keepFocus.ts";
import { stickerCardOf } from "../keyboard/stickerFocus.ts";

type Place = "first" | "last";

export function MoveDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT();
  const store = useBoardStore();
  const { addActionFrom } = useStickerParts();
  const sections = useChildIds(null);
  const view = useBoardState((state) => state.view);
  const items = view?.items;
  const [section, setSection] = useState(() => (items === undefined ? "" : (sectionIdOf(items, id) ?? "")));
  const [column, setColumn] = useState(0);
  const [place, setPlace] = useState<Place>("last");
  if (view === null || items === undefined) return null;
  const becomesAction = mayDrop(view, id, { kind: "actions", sectionId: section });
  const columns = childrenOf(items, section);
  const target = columns[column];
  return (
    <FormDialog
      title={t("stickers.moveTitle")}
      submitLabel={t("stickers.move")}
      submitDisabled={target === undefined}
      width={400}
      onCancel={onClose}
      onSubmit={() => {
        onClose();
        if (target === undefined) return;
        keepFocus(() => stickerCardOf(id));
        if (becomesAction) return addActionFrom(store, id);
        const last = childrenOf(items, target.id).findLast((item) => item.id !== id);
        void moveItem(store, id, target.id, place === "first" ? null : (last?.id ?? null));
      }}
    >
      <TextField
        select
        className="first-field"
        label={t("stickers.moveSection")}
        value={section}
        onChange={(event) => setSection(event.target.value)}
      >
        {sections.map((each) => (
          <MenuItem key={each} value={each}>
            {items.get(each)?.title}
          </MenuItem>
        ))}
      </TextField>
      {becomesAction ? (
        <p>{t("stickers.dnd.asAction", { section: items.get(section)?.title ?? "" })}</p>
      ) : (
        <>
          <TextField
            select
            label={t("stickers.moveColumn")}
            value={column}
            onChange={(event) => setColumn(Number(event.target.value))}
          >
            {columns.map((each, i) => (
              <MenuItem key={each.id} value={i}>
                {t("stickers.column", { column: i + 1 })}
              </MenuItem>
            ))}
          </TextField>
          <PlaceField value={place} onChange={setPlace} />
        </>
      )}
    </FormDialog>
  );
}

function PlaceField({ value, onChange }: { value: Place; onChange: (place: Place) => void }) {
  const t = useT();
  return (
    <TextField
      select
      label={t("stickers.movePlace")}
      value={value}
      onChange={(event) => onChange(event.target.value === "first" ? "first" : "last")}
    >
      <MenuItem value="first">{t("stickers.placeFirst")}</MenuItem>
      <MenuItem value="last">{t("stickers.placeLast")}</MenuItem>
    </TextField>
  );
}
