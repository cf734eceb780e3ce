import "./dialogs.css";
import CheckBoxOutlineBlankOutlined from "@mui/icons-material/CheckBoxOutlineBlankOutlined";
import CheckBoxOutlined from "@mui/icons-material/CheckBoxOutlined";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { BoardView } from "@retro/rules/apply-change";
import { sectionIdOf } from "@retro/rules/tree";
import { useMemo, useState } from "react";
import { useBoardState, useBoardStore } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { shortTitle } from "../boardQueries.ts";
import { groupMoves, groupStickers } from "../selection/selection.ts";
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
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const found = useFoundTargets(view, id, query);
  const targets = view === null ? [] : chosen.filter((each) => view.items.has(each));
  const toggle = (target: string) =>
    setChosen(chosen.includes(target) ? chosen.filter((each) => each !== target) : [...chosen, target]);
  const group = (ids: readonly string[]) => {
    onClose();
    groupStickers(store, [...ids, id]);
  };
  return (
    <FormDialog
      title={t("stickers.groupWith")}
      submitLabel={t("stickers.group")}
      submitDisabled={view === null || groupMoves(view, [...targets, id]) === null}
      onCancel={onClose}
      onSubmit={() => group(targets)}
    >
      <p className="group-subject">{t("stickers.groupOf", { title: shortTitle(view?.items.get(id)) })}</p>
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
        aria-multiselectable
        aria-label={t("stickers.groupWith")}
      >
        {found.map(({ item, section }) => (
          <ListItemButton
            key={item.id}
            role="option"
            aria-selected={targets.includes(item.id)}
            selected={targets.includes(item.id)}
            className="group-option"
            onClick={() => toggle(item.id)}
            onDoubleClick={() => group([...new Set([...targets, item.id])])}
          >
            {targets.includes(item.id) ? <CheckBoxOutlined /> : <CheckBoxOutlineBlankOutlined />}
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
