import DownloadOutlined from "@mui/icons-material/DownloadOutlined";
import { useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { lazyPart } from "../../ui/loading/lazy.tsx";

const DownloadPanel = lazyPart(() => import("./DownloadPanel.tsx"), "DownloadPanel");

export function DownloadMenu({ boardId }: { boardId: string }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [button, setButton] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconAction
        icon={DownloadOutlined}
        label={t("exports.menu")}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={(event) => {
          setButton(event.currentTarget);
          setOpen(true);
        }}
      />
      {/* It stays mounted while closed, so that a pending export still arrives. */}
      {button !== null && (
        <DownloadPanel boardId={boardId} open={open} anchor={button} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
