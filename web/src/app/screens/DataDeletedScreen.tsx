import "./screens.css";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { Redirect } from "../../routes/router.tsx";
import { clearDataDeletedMark, isDataDeleted } from "../../api/dataDeletedMark.ts";
import { clearLocalData } from "../../api/localData.ts";
import { useT } from "../../i18n/useT.ts";
import { hrefOf, paths } from "../../routes/paths.ts";
import { useTitle } from "../../routes/useTitle.ts";

export function DataDeletedScreen() {
  const t = useT();
  useTitle("Retro");
  const [deleted] = useState(isDataDeleted);
  useEffect(() => {
    // Delete once more: the previous page wrote its unsent changes while it closed.
    if (deleted) void clearLocalData();
  }, [deleted]);
  if (!deleted) return <Redirect to={paths.index()} />;
  return (
    <div className="message-screen">
      <Typography variant="h1" className="message-title">
        {t("ownData.deletedHeading")}
      </Typography>
      <Typography color="textSecondary" className="message-text">
        {t("ownData.deletedText")}
      </Typography>
      {/* A full page load: the new visitor shares no memory with the old one. */}
      <Button
        href={hrefOf(paths.index())}
        onClick={clearDataDeletedMark}
        variant="contained"
        className="message-action"
      >
        {t("ownData.startAgain")}
      </Button>
    </div>
  );
}
