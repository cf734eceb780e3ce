import "./space-link.css";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { spaceLink, type SpaceLink } from "@retro/contract/spaces/spaces";
import { useId, useState } from "react";
import { api, asApiError } from "../../api/client.ts";
import { useT } from "../../i18n/useT.ts";
import { hrefOf, paths } from "../../routes/paths.ts";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog.tsx";
import { CopyLink } from "../../ui/controls/CopyLink.tsx";
import { QrCode } from "../../ui/display/QrCode.tsx";
import { toast } from "../../ui/toasts/toast.ts";
import { createSpaceKey, keepNextKey, nextKeyOf } from "./knownSpaces.ts";
import { phoneQuery, useMediaQuery } from "../../ui/device/useMediaQuery.ts";

interface Props {
  spaceKey: string;
  onClose: () => void;
  onReplaced: (key: string) => void;
}

export function SpaceLinkDialog({ spaceKey, onClose, onReplaced }: Props) {
  const t = useT();
  const titleId = useId();
  const small = useMediaQuery(phoneQuery);
  const link = window.location.origin + hrefOf(paths.space(spaceKey));
  return (
    <Dialog
      open
      fullScreen={small}
      maxWidth={false}
      aria-labelledby={titleId}
      onClose={onClose}
      slotProps={{ paper: { className: "space-link-dialog" } }}
    >
      <DialogTitle id={titleId}>{t("spaces.linkTitle")}</DialogTitle>
      <DialogContent className="space-link">
        <CopyLink link={link} label={t("spaces.linkTitle")} hint={t("spaces.linkHint")} />
        <div className="space-link-qr">
          <QrCode text={link} label={t("spaces.qr")} size={132} />
          <Typography variant="caption" color="textSecondary">
            {t("invite.scan")}
          </Typography>
        </div>
        <ReplaceLink spaceKey={spaceKey} onReplaced={onReplaced} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t("common.close")}</Button>
      </DialogActions>
    </Dialog>
  );
}

function ReplaceLink({ spaceKey, onReplaced }: Pick<Props, "spaceKey" | "onReplaced">) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const replace = async (): Promise<void> => {
    const next = nextKeyOf(spaceKey) ?? createSpaceKey();
    keepNextKey(spaceKey, next);
    try {
      const made = await api.put<SpaceLink>(`spaces/${spaceKey}/link`, { key: next }, { schema: spaceLink });
      toast({ message: t("spaces.replaced"), kind: "success" });
      onReplaced(made.key);
    } catch (thrown) {
      const error = asApiError(thrown);
      if (error.status >= 400 && error.status < 500 && !error.foreign) keepNextKey(spaceKey, undefined);
      throw error;
    }
  };
  return (
    <div className="space-link-new">
      <Typography variant="caption" color="textSecondary">
        {t("spaces.replaceHint")}
      </Typography>
      <Button variant="outlined" color="error" className="space-link-button" onClick={() => setAsking(true)}>
        {t("spaces.replace")}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={t("spaces.replaceTitle")}
        text={t("spaces.replaceText")}
        confirmLabel={t("spaces.replace")}
        onCancel={() => setAsking(false)}
        onConfirm={replace}
      />
    </div>
  );
}
