import "./download-panel.css";
import BookmarkAddOutlined from "@mui/icons-material/BookmarkAddOutlined";
import CalendarMonthOutlined from "@mui/icons-material/CalendarMonthOutlined";
import ContentCopyOutlined from "@mui/icons-material/ContentCopyOutlined";
import DataObjectOutlined from "@mui/icons-material/DataObjectOutlined";
import GridOnOutlined from "@mui/icons-material/GridOnOutlined";
import NotesOutlined from "@mui/icons-material/NotesOutlined";
import PictureAsPdfOutlined from "@mui/icons-material/PictureAsPdfOutlined";
import TableChartOutlined from "@mui/icons-material/TableChartOutlined";
import TableRowsOutlined from "@mui/icons-material/TableRowsOutlined";
import CircularProgress from "@mui/material/CircularProgress";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import { Menu } from "../../ui/controls/Menu.tsx";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import type { BoardFile } from "@retro/contract/files/board-file";
import type { Template } from "@retro/contract/templates/template";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { api } from "../../api/client.ts";
import { useBoardState } from "../../board-state/boardHooks.ts";
import { hasDueAction } from "../../board-state/view/hasDueAction.ts";
import { useT } from "../../i18n/useT.ts";
import type { Translate } from "../../i18n/useT.ts";
import { toast } from "../../ui/toasts/toast.ts";
import { boardTables } from "./boardTables.ts";
import { failureText, type ExportFormat, copyFetched, fetchExport, saveExport } from "./exportFile.ts";

interface DownloadAction {
  label: MessageKey;
  /** What the file is for, where its name does not say it. */
  hint?: MessageKey;
  icon: ReactNode;
  /** Does the work and returns the message to show, if any. */
  work: (boardId: string, t: Translate) => Promise<string | null>;
  failure: MessageKey;
}

function downloadAction(
  format: ExportFormat,
  label: MessageKey,
  icon: ReactNode,
  hint?: MessageKey,
): DownloadAction {
  const work: DownloadAction["work"] = async (boardId) => {
    await saveExport(boardId, format);
    return null;
  };
  return { label, icon, work, failure: "exports.failed", ...(hint && { hint }) };
}

const documentActions: readonly DownloadAction[] = [
  downloadAction("pdf", "exports.pdf", <PictureAsPdfOutlined fontSize="small" />),
  downloadAction("excel", "exports.excel", <GridOnOutlined fontSize="small" />, "exports.excelHint"),
];
const dataActions: readonly DownloadAction[] = [
  downloadAction("markdown", "exports.markdown", <NotesOutlined fontSize="small" />),
  downloadAction("csv", "exports.csv", <TableRowsOutlined fontSize="small" />, "exports.csvHint"),
  downloadAction("json", "exports.json", <DataObjectOutlined fontSize="small" />),
];
const calendarAction = downloadAction("ics", "exports.ics", <CalendarMonthOutlined fontSize="small" />);
const otherActions: readonly DownloadAction[] = [
  {
    label: "exports.copyMarkdown",
    icon: <ContentCopyOutlined fontSize="small" />,
    failure: "exports.copyFailed",
    work: async (boardId, t) => {
      const text = fetchExport(boardId, "markdown").then(({ blob }) => blob.text());
      await copyFetched(
        ["text/plain"],
        text.then((plain) => ({ "text/plain": plain })),
      );
      return t("exports.copied");
    },
  },
  {
    label: "exports.copyTable",
    icon: <TableChartOutlined fontSize="small" />,
    failure: "exports.copyFailed",
    work: async (boardId, t) => {
      const text = fetchExport(boardId, "json").then(({ blob }) => blob.text());
      await copyFetched(
        ["text/plain", "text/html"],
        text.then((json) => boardTables(JSON.parse(json) as BoardFile, t)),
      );
      return t("exports.copied");
    },
  },
  {
    label: "exports.saveTemplate",
    icon: <BookmarkAddOutlined fontSize="small" />,
    failure: "exports.templateFailed",
    work: async (boardId, t) => {
      const saved = await api.post<Template>(`boards/${encodeURIComponent(boardId)}/template`, {});
      return t("exports.templateSaved", { title: saved.title });
    },
  },
];

interface Props {
  boardId: string;
  open: boolean;
  anchor: HTMLElement | null;
  onClose: () => void;
}

export function DownloadPanel({ boardId, open, anchor, onClose }: Props) {
  const t = useT();
  const queries = useQueryClient();
  const hasCalendar = useBoardState(hasDueAction);
  const [making, setMaking] = useState<MessageKey | null>(null);

  const run = async ({ label, work, failure }: DownloadAction): Promise<void> => {
    setMaking(label);
    try {
      const done = await work(boardId, t);
      if (done !== null) toast({ message: done, kind: "success" });
      // The query's key is the path of the call; the new template is in this list.
      if (label === "exports.saveTemplate") void queries.invalidateQueries({ queryKey: ["board-templates"] });
      onClose();
    } catch (error) {
      toast({ message: failureText(error, t(failure), t), kind: "error" });
    } finally {
      setMaking(null);
    }
  };
  const items = (entries: readonly DownloadAction[]) =>
    entries.map((entry) => (
      <MenuItem
        key={entry.label}
        disabled={making !== null && making !== entry.label}
        aria-busy={making === entry.label}
        aria-labelledby={`export-${entry.label}`}
        aria-description={entry.hint && t(entry.hint)}
        onClick={() => {
          if (making === null) void run(entry);
        }}
      >
        <ListItemIcon>
          {making === entry.label ? <CircularProgress size={20} aria-hidden /> : entry.icon}
        </ListItemIcon>
        <ListItemText
          primary={<span id={`export-${entry.label}`}>{t(entry.label)}</span>}
          // Drawn by the style sheet: it describes the entry, and is no part of its name.
          secondary={entry.hint && <span className="download-hint" data-hint={t(entry.hint)} />}
        />
        {making === entry.label && (
          <Typography role="status" variant="caption" color="textSecondary" className="download-status">
            {t("exports.making")}
          </Typography>
        )}
      </MenuItem>
    ));

  return (
    <Menu
      open={open}
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ paper: { className: "download-panel" } }}
    >
      {items(documentActions)}
      <Divider />
      {items(hasCalendar ? [...dataActions, calendarAction] : dataActions)}
      <Divider />
      {items(otherActions)}
    </Menu>
  );
}
