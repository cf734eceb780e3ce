import "./toasts.css";
import CloseOutlined from "@mui/icons-material/CloseOutlined";
import IconButton from "@mui/material/IconButton";
import { limits } from "@retro/contract/limits";
import { closeSnackbar, enqueueSnackbar, SnackbarProvider } from "notistack";
import type { SnackbarKey, SnackbarOrigin } from "notistack";
import { useEffect } from "react";
import { setToastHost } from "./toast.ts";
import type { Toast } from "./toast.ts";

const origins: Record<NonNullable<Toast["place"]>, SnackbarOrigin> = {
  "top-right": { vertical: "top", horizontal: "right" },
  "bottom-left": { vertical: "bottom", horizontal: "left" },
};

/**
 * An open dialog hides its siblings in the body from assistive technology, but never a slot, which ARIA
 * forbids to hide: messages are announced beside a dialog.
 */
const root = document.createElement("slot");

function markAsLong(message: HTMLElement): void {
  message.closest<HTMLElement>(".toasts > *")?.setAttribute("data-long", "");
}

function show({
  message,
  kind = "default",
  duration = limits.toastMs,
  place = "top-right",
  action,
  onClose,
}: Toast) {
  let closeReported = false;
  const reportClose = () => {
    if (!closeReported) onClose?.();
    closeReported = true;
  };
  const key = enqueueSnackbar(<span dir="auto">{message}</span>, {
    variant: kind,
    autoHideDuration: duration,
    anchorOrigin: origins[place],
    onClose: reportClose,
    ...(message.length > (action === undefined ? 76 : 52) && { onEnter: markAsLong }),
    ...(action !== undefined && { action: (own: SnackbarKey) => action(() => closeSnackbar(own)) }),
  });
  return () => {
    closeSnackbar(key);
    reportClose();
  };
}

/** At most 20, newest on top (spec 2.10 and 9.10). Goober reads the nonce from `window.__nonce__`. */
export function Toasts({ closeLabel }: { closeLabel: string }) {
  useEffect(() => {
    document.body.append(root);
    setToastHost({ show });
    return () => {
      setToastHost(null);
      root.remove();
    };
  }, []);
  const closeButton = (key: SnackbarKey) => (
    <IconButton size="small" color="inherit" aria-label={closeLabel} onClick={() => closeSnackbar(key)}>
      <CloseOutlined fontSize="small" />
    </IconButton>
  );
  return (
    <SnackbarProvider
      domRoot={root}
      maxSnack={limits.maxToasts}
      autoHideDuration={limits.toastMs}
      classes={{
        containerRoot: "toasts",
        containerAnchorOriginTopRight: "toasts-top",
        containerAnchorOriginBottomLeft: "toasts-bottom",
      }}
      action={closeButton}
    />
  );
}
