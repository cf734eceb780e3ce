import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { Navigate } from "react-router";
import { clearLocalData, isDataDeleted, clearDataDeletedMark } from "../../api/localData.ts";
import { useT } from "../../i18n/useT.ts";
import { hrefOf, paths } from "../../routes/paths.ts";
import { useTitle } from "../../routes/useTitle.ts";

/** `/data-deleted`: tells the user that all their data is deleted, and offers to start again as a new visitor. */
export function DataDeletedScreen() {
  const t = useT();
  useTitle("Retro");
  const [deleted] = useState(isDataDeleted);
  useEffect(() => {
    // Delete once more: the previous page wrote its unsent changes while it closed.
    if (deleted) void clearLocalData();
  }, [deleted]);
  if (!deleted) return <Navigate to={paths.index()} replace />;
  return (
    <Box
      sx={{
        m: "auto",
        textAlign: "center",
        display: "grid",
        justifyItems: "center",
        gap: 3,
        py: 10,
        px: 4,
        maxWidth: 480,
      }}
    >
      <Typography variant="h1" sx={{ fontSize: "2rem", lineHeight: "40px" }}>
        {t("ownData.deletedHeading")}
      </Typography>
      <Typography color="textSecondary" sx={{ textWrap: "balance" }}>
        {t("ownData.deletedText")}
      </Typography>
      {/* A full page load: the new visitor shares no memory with the old one. */}
      <Button href={hrefOf(paths.index())} onClick={clearDataDeletedMark} variant="contained" sx={{ mt: 3 }}>
        {t("ownData.startAgain")}
      </Button>
    </Box>
  );
}
