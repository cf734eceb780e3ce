import AddOutlined from "@mui/icons-material/AddOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { Board } from "@retro/contract/entities";
import { useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { track, trackedClicks } from "../../api/track.ts";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/IconAction.tsx";
import { BoardCards } from "./BoardCards.tsx";
import type { TemplateFieldProps } from "./CreateBoardDialog.tsx";
import { lazyPart } from "../../ui/lazy.tsx";

const CreateBoardDialog = lazyPart(() => import("./CreateBoardDialog.tsx"), "CreateBoardDialog");

interface Props {
  onCreated: (board: Board) => void;
  /** The components of the templates feature; this feature only knows that a template has a title. */
  TemplateField: ComponentType<TemplateFieldProps>;
  TemplateCards: ComponentType<{ onPick: (title: string) => void }>;
  /** Other ways to create a board, beside the button. */
  actions?: ReactNode;
}

/** The index: the user's boards, the templates, and the New Board dialog, which is open on first display (spec 2.7). */
export function BoardsHome({ onCreated, TemplateField, TemplateCards, actions }: Props) {
  const t = useT();
  const [open, setOpen] = useState(true);
  const [opening, setOpening] = useState({ count: 0, template: "" });
  const openCreateDialog = (title: string) => {
    track(trackedClicks.newBoard);
    setOpening(({ count }) => ({ count: count + 1, template: title }));
    setOpen(true);
  };
  return (
    <Box sx={{ width: "100%", maxWidth: 1200, mx: "auto", display: "grid", gap: 10 }}>
      <Box component="section" aria-labelledby="my-boards">
        <Box sx={{ display: "flex", alignItems: "center", gap: 2, mb: 4, flexWrap: "wrap" }}>
          <Typography id="my-boards" variant="h1">
            {t("boards.mine")}
          </Typography>
          <IconAction label={t("boards.new")} color="primary" onClick={() => openCreateDialog("")}>
            <AddOutlined />
          </IconAction>
          <Box
            sx={{
              ml: "auto",
              display: "flex",
              gap: 2,
              // On a phone the buttons take a whole line.
              width: { xs: "100%", sm: "auto" },
              "& > button": { flexGrow: { xs: 1, sm: 0 } },
            }}
          >
            {actions}
            <Button variant="contained" onClick={() => openCreateDialog("")}>
              {t("boards.new")}
            </Button>
          </Box>
        </Box>
        <BoardCards />
      </Box>
      <Box component="section" aria-labelledby="templates">
        <Typography id="templates" variant="h2" sx={{ mb: 1 }}>
          {t("templates.heading")}
        </Typography>
        <Typography color="textSecondary" sx={{ mb: 4 }}>
          {t("templates.hint")}
        </Typography>
        <TemplateCards onPick={openCreateDialog} />
      </Box>
      <CreateBoardDialog
        key={opening.count}
        open={open}
        template={opening.template}
        onClose={() => setOpen(false)}
        onCreated={onCreated}
        TemplateField={TemplateField}
      />
    </Box>
  );
}
