import "./presence.css";
import PersonAddAltOutlined from "@mui/icons-material/PersonAddAltOutlined";
import { useEffect, useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { useExternalStore } from "../../ui/externalStore.ts";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { tip } from "../../ui/tooltips/tip.ts";
import { invitePanelOpen, openInvitePanel } from "./invitePanelState.ts";

const InvitePanel = lazyPart(() => import("./InvitePanel.tsx"), "InvitePanel");

export function InviteButton({ boardId }: { boardId: string }) {
  const t = useT();
  const open = useExternalStore(invitePanelOpen);
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  useEffect(() => () => invitePanelOpen.set(false), []);
  return (
    <>
      <Button
        ref={setAnchor}
        variant="outlined"
        className="invite-button"
        aria-label={t("invite.button")}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={openInvitePanel}
        {...tip(t("invite.hint"))}
      >
        <PersonAddAltOutlined />
        <span>{t("invite.button")}</span>
      </Button>
      {open && anchor !== null && (
        <InvitePanel boardId={boardId} anchor={anchor} onClose={() => invitePanelOpen.set(false)} />
      )}
    </>
  );
}
