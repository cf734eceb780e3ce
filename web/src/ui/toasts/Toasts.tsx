import "./toasts.css";
import CloseOutlined from "@mui/icons-material/CloseOutlined";
import IconButton from "@mui/material/IconButton";
import { limits } from "@retro/contract/limits";
import { closeSnackbar, enqueueSnackbar, SnackbarProvider } from "notistack";
import type { SnackbarKey } from "notistack";
import { useEffect } from "react";
import { stayAboveBottomBars } from "./aboveBottomBars.ts";
import { setToastHost } from "./toast.ts";
import type { Toast } from "./toast.ts";

function show({ message, kind = "default", duration = limits.toastMs, action, onClose }: Toast) {
  let closeReported = false;
  const reportClose = () => {
    if (!closeReported) onClose?.();
    closeReported = true;
  };
  const stopFollowing = stayAboveBottomBars();
  const key = enqueueSnackbar(<span dir="auto">{message}</span>, {
    variant: kind,
    autoHideDuration: duration,
    onClose: reportClose,
    onExited: stopFollowing,
    ...(action !== undefined && { action: (own: SnackbarKey) => action(() => closeSnackbar(own)) }),
  });
  return () => {
    closeSnackbar(key);
    reportClose();
  };
}

/** At most 20, newest on top (spec 2.10), in one place [9.10]. Goober reads the nonce from `window.__nonce__`. */
export function Toasts({ closeLabel }: { closeLabel: string }) {
  useEffect(() => {
    setToastHost({ show });
    return () => setToastHost(null);
  }, []);
  const closeButton = (key: SnackbarKey) => (
    <IconButton size="small" color="inherit" aria-label={closeLabel} onClick={() => closeSnackbar(key)}>
      <CloseOutlined fontSize="small" />
    </IconButton>
  );
  return (
    <SnackbarProvider
      maxSnack={limits.maxToasts}
      autoHideDuration={limits.toastMs}
      anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
      classes={{ containerRoot: "toasts", containerAnchorOriginBottomLeft: "toasts-bottom" }}
      action={closeButton}
    />
  );
}
