import CloseOutlined from "@mui/icons-material/CloseOutlined";
import GlobalStyles from "@mui/material/GlobalStyles";
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
  "bottom-right": { vertical: "bottom", horizontal: "right" },
};

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
  const key = enqueueSnackbar(message, {
    variant: kind,
    autoHideDuration: duration,
    anchorOrigin: origins[place],
    onClose: reportClose,
    ...(action !== undefined && { action: (own: SnackbarKey) => action(() => closeSnackbar(own)) }),
  });
  return () => {
    closeSnackbar(key);
    reportClose();
  };
}

/**
 * The list of toasts: at most 20, newest on top, at the top right, 5 s (spec 2.10 and 9.10). Its styles get the page's nonce from
 * `window.__nonce__`, which the style library (goober) reads.
 */
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
    <>
      <GlobalStyles
        styles={(theme) => ({
          ".toasts.toasts-top": { flexDirection: "column-reverse", justifyContent: "flex-end", top: 72 },
          ".toasts .notistack-MuiContent": {
            ...theme.typography.body1,
            borderRadius: 8,
            paddingBlock: 4,
            // On a phone the action stays beside the message instead of below it.
            flexWrap: "nowrap",
          },
          // White text has enough contrast on these colours in both themes; on the library's green it has not.
          ".toasts .notistack-MuiContent-success": { backgroundColor: "#1d7a3f" },
          ".toasts .notistack-MuiContent-error": { backgroundColor: "#b3261e" },
          ".toasts .notistack-MuiContent-default": {
            backgroundColor: theme.vars?.palette.text.primary,
            color: theme.vars?.palette.background.paper,
          },
        })}
      />
      <SnackbarProvider
        maxSnack={limits.maxToasts}
        autoHideDuration={limits.toastMs}
        classes={{ containerRoot: "toasts", containerAnchorOriginTopRight: "toasts-top" }}
        action={closeButton}
      />
    </>
  );
}
