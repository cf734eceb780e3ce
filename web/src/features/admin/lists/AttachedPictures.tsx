import "./lists.css";
import CloseOutlined from "@mui/icons-material/CloseOutlined";
import ButtonBase from "@mui/material/ButtonBase";
import Dialog from "@mui/material/Dialog";
import { useState } from "react";
import { apiBase } from "../../../api/client.ts";
import { useT } from "../../../i18n/useT.ts";
import { IconAction } from "../../../ui/controls/IconAction.tsx";

const addressOf = (id: string) => `${apiBase}feedback/img/${encodeURIComponent(id)}`;

export function AttachedPictures({ ids }: { ids: readonly string[] }) {
  const t = useT();
  const [shown, setShown] = useState(0);
  const [open, setOpen] = useState(false);
  const nameOf = (index: number) => t("admin.attachment", { number: index + 1, count: ids.length });
  const id = ids[shown];
  return (
    <>
      <div className="attached-pictures">
        {ids.map((each, index) => (
          <ButtonBase
            className="attached-thumbnail"
            key={each}
            aria-haspopup="dialog"
            onClick={() => {
              setShown(index);
              setOpen(true);
            }}
          >
            <img src={addressOf(each)} alt={nameOf(index)} loading="lazy" />
          </ButtonBase>
        ))}
      </div>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{
          paper: { "aria-label": nameOf(shown), className: "attached-dialog" },
        }}
      >
        {id !== undefined && <img className="attached-full" src={addressOf(id)} alt={nameOf(shown)} />}
        <div className="attached-close">
          <IconAction icon={CloseOutlined} label={t("common.close")} onClick={() => setOpen(false)} />
        </div>
      </Dialog>
    </>
  );
}
