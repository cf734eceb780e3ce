import CloseOutlined from "@mui/icons-material/CloseOutlined";
import ButtonBase from "@mui/material/ButtonBase";
import Dialog from "@mui/material/Dialog";
import { styled } from "@mui/material/styles";
import { useState } from "react";
import { apiBase } from "../../../api/client.ts";
import { useT } from "../../../i18n/useT.ts";
import { IconAction } from "../../../ui/controls/IconAction.tsx";

const thumbnail = 200;

const Row = styled("div")({ display: "flex", flexWrap: "wrap", gap: 12, paddingTop: 4 });
const Thumbnail = styled(ButtonBase)(({ theme }) => ({
  width: thumbnail,
  maxWidth: "100%",
  borderRadius: 8,
  overflow: "hidden",
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.default,
  cursor: "zoom-in",
  "& img": { display: "block", width: "100%", height: 150, objectFit: "cover" },
}));
const FullPicture = styled("img")({
  display: "block",
  maxWidth: "calc(100vw - 64px)",
  maxHeight: "calc(100dvh - 64px)",
  objectFit: "contain",
});
const CloseButtonCorner = styled("div")(({ theme }) => ({
  position: "absolute",
  top: 8,
  right: 8,
  borderRadius: "50%",
  backgroundColor: theme.vars.palette.background.paper,
}));

const addressOf = (id: string) => `${apiBase}feedback/img/${encodeURIComponent(id)}`;

/** Attached pictures as thumbnails 200 px wide (spec 9.11); a click opens the full picture. */
export function AttachedPictures({ ids }: { ids: readonly string[] }) {
  const t = useT();
  const [shown, setShown] = useState(0);
  const [open, setOpen] = useState(false);
  const nameOf = (index: number) => t("admin.attachment", { number: index + 1, count: ids.length });
  const id = ids[shown];
  return (
    <>
      <Row>
        {ids.map((each, index) => (
          <Thumbnail
            key={each}
            aria-haspopup="dialog"
            onClick={() => {
              setShown(index);
              setOpen(true);
            }}
          >
            <img src={addressOf(each)} alt={nameOf(index)} loading="lazy" />
          </Thumbnail>
        ))}
      </Row>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{
          paper: { "aria-label": nameOf(shown), sx: { maxWidth: "none", maxHeight: "none", m: 4 } },
        }}
      >
        {id !== undefined && <FullPicture src={addressOf(id)} alt={nameOf(shown)} />}
        <CloseButtonCorner>
          <IconAction label={t("common.close")} onClick={() => setOpen(false)}>
            <CloseOutlined />
          </IconAction>
        </CloseButtonCorner>
      </Dialog>
    </>
  );
}
