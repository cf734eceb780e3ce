import "./outreach.css";
import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import { useState } from "react";
import type { Verification } from "../../api/captcha.ts";
import { useT } from "../../i18n/useT.ts";
import { SubscribeForm } from "./SubscribeForm.tsx";

/** Opens above the footer, which keeps its height. */
export function SubscribeField({ verification }: { verification: Verification }) {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        className="subscribe-button"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t("newsletter.open")}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "top", horizontal: "right" }}
        transformOrigin={{ vertical: "bottom", horizontal: "right" }}
        slotProps={{
          transition: { onEntering: (popover: HTMLElement) => popover.querySelector("input")?.focus() },
          paper: {
            role: "dialog",
            "aria-label": t("newsletter.title"),
            className: "subscribe-panel",
          },
        }}
      >
        <SubscribeForm verification={verification} showVerification />
      </Popover>
    </>
  );
}
