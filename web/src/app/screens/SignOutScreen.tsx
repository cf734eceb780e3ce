import CircularProgress from "@mui/material/CircularProgress";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { api } from "../../api/client.ts";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";

/** `/sign-out`: ends the session and goes to the admin sign-in, as does a session that was gone already (401). */
export function SignOutScreen() {
  const t = useT();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useEffect(() => {
    const leave = () => {
      queryClient.clear();
      void navigate(paths.adminAuth(), { replace: true });
    };
    // Whatever the answer, the visitor wanted out: the sign-in page shows how things stand.
    api.post("users/sign-out").then(leave, leave);
  }, [navigate, queryClient]);
  return <CircularProgress aria-label={t("shell.signingOut")} sx={{ m: "auto" }} />;
}
