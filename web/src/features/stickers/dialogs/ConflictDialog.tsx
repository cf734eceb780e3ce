import "./dialogs.css";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { cleanText } from "@retro/contract/clean-text";
import type { Item } from "@retro/contract/items";
import type { StickerStyle } from "@retro/contract/styles";
import { limits } from "@retro/contract/limits";
import { useState } from "react";
import { useBoardStore } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { sectionStyleOf } from "../boardQueries.ts";
import { stickerCss } from "../card/stickerCss.ts";
import type { OfferCorrection, OpenDialog } from "../boardDialog.ts";
import { saveEdit } from "../saving/saveSticker.ts";
import { titleFault } from "../card/stickerTitles.ts";
import type { StickerDraft } from "../saving/stickerDraft.ts";

interface Props {
  id: string;
  mine: StickerDraft;
  theirs: Item;
  entry?: string | undefined;
  openDialog: OpenDialog;
  offerCorrection: OfferCorrection;
}

export function ConflictDialog({ id, mine, theirs, entry, openDialog, offerCorrection }: Props) {
  const t = useT();
  const store = useBoardStore();
  const { view } = store.getState();
  const sectionStyle = view === null ? undefined : sectionStyleOf(view, id);
  const other: StickerDraft = { title: theirs.title ?? "", style: theirs.style as StickerStyle };
  const same = mine.title === other.title;
  const [merged, setMerged] = useState(same ? mine.title : `${other.title}\n${mine.title}`);
  const fault = titleFault(merged);
  const finish = () => {
    openDialog(null);
    if (entry !== undefined) store.discard(entry);
    store.drafts.drop(id);
  };
  const keep = (draft: StickerDraft) => {
    finish();
    saveEdit(store, theirs, draft, theirs.rev, offerCorrection);
  };
  return (
    <FormDialog
      persistent
      width={640}
      title={t("stickers.conflict")}
      cancelLabel={t("stickers.useTheirs")}
      submitLabel={t("stickers.useMerged")}
      submitDisabled={fault !== null}
      onCancel={finish}
      onSubmit={() => keep({ title: cleanText(merged), style: mine.style })}
      footer={
        <Button color="inherit" onClick={() => keep(mine)}>
          {t("stickers.useMine")}
        </Button>
      }
    >
      <Typography>{t("stickers.conflictExplanation")}</Typography>
      <div className="conflict-texts">
        <Version heading={t("stickers.mine")} draft={mine} sectionStyle={sectionStyle} />
        <Version heading={t("stickers.theirs")} draft={other} sectionStyle={sectionStyle} />
      </div>
      <TextField
        label={t("stickers.merged")}
        multiline
        minRows={3}
        maxRows={10}
        fullWidth
        value={merged}
        error={fault !== null}
        helperText={fault === null ? " " : t(fault.key, { max: limits.stickerTitle })}
        onChange={(event) => setMerged(event.target.value)}
        slotProps={{ htmlInput: { dir: "auto" } }}
      />
    </FormDialog>
  );
}

interface VersionProps {
  heading: string;
  draft: StickerDraft;
  sectionStyle: StickerStyle | undefined;
}

function Version({ heading, draft, sectionStyle }: VersionProps) {
  return (
    <section aria-label={heading} className="conflict-text">
      <Typography variant="caption" color="textSecondary" component="h3" className="conflict-heading">
        {heading}
      </Typography>
      <div className="sticker readable" data-locked="" style={stickerCss(draft.style, sectionStyle)}>
        <div className="sticker-text" dir="auto">
          {draft.title}
        </div>
      </div>
    </section>
  );
}
