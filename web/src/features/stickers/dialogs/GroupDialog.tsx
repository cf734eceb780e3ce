import "./dialogs.css";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { BoardView } from "@retro/rules/apply-change";
import { childrenOf, sectionIdOf } from "@retro/rules/tree";
import { useMemo, useState } from "react";
import { useBoardState, useBoardStore } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { shortTitle } from "../boardQueries.ts";
import { keepFocus } from "../../../ui/focus/keepFocus.ts";
import { stickerCardOf } from "../keyboard/stickerFocus.ts";
import { moveItem } from "../saving/saveSticker.ts";
import { groupTargets } from "./grouping.ts";

const mostShown = 100;

function useFoundTargets(view: BoardView | null, id: string, query: string) {
  return useMemo(() => {
    if (view === null) return [];
    const wanted = query.trim().toLocaleLowerCase();
    const own = sectionIdOf(view.items, id);
    return groupTargets(view, id)
      .filter((item) => (item.title ?? "").toLocaleLowerCase().includes(wanted))
      .map((item) => ({ item, section: sectionIdOf(view.items, item.id) }))
      .toSorted((a, b) => Number(b.section === own) - Number(a.section === own))
      .slice(0, mostShown);
  }, [view, query, id]);
}

export function GroupDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT();
  const store = useBoardStore();
  const view = useBoardState((state) => state.view);
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const found = useFoundTargets(view, id, query);
  const target = found.some(({ item }) => item.id === chosen) ? chosen : null;
  const group = (onto: string | null) => {
    if (onto === null || view === null) return;
    onClose();
    keepFocus(() => stickerCardOf(onto));
    void moveItem(store, id, onto, childrenOf(view.items, onto).at(-1)?.id ?? null);
  };
  return (
    <FormDialog
      title={t("stickers.groupWith")}
      submitLabel={t("stickers.group")}
      submitDisabled={target === null}
      onCancel={onClose}
      onSubmit={() => group(target)}
    >
      <TextField
        size="small"
        className="first-field"
        label={t("stickers.groupFind")}
        value={query}
        autoComplete="off"
        onChange={(event) => setQuery(event.target.value)}
      />
      {found.length === 0 && <Typography color="textSecondary">{t("stickers.groupNone")}</Typography>}
      <List
        dense
        disablePadding
        // On a phone the dialog fills the screen and scrolls itself.
        className="group-options"
        role="listbox"
        aria-label={t("stickers.groupWith")}
      >
        {found.map(({ item, section }) => (
          <ListItemButton
            key={item.id}
            role="option"
            aria-selected={item.id === chosen}
            selected={item.id === chosen}
            className="group-option"
            onClick={() => setChosen(item.id)}
            onDoubleClick={() => group(item.id)}
          >
            <ListItemText
              primary={shortTitle(item)}
              secondary={section === null ? "" : view?.items.get(section)?.title}
            />
          </ListItemButton>
        ))}
      </List>
    </FormDialog>
  );
}
