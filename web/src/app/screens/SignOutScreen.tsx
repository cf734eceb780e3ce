import "./screens.css";
import CircularProgress from "@mui/material/CircularProgress";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { api, ApiError } from "../../api/client.ts";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { clearSessionData } from "../queryClient.ts";

async function signOut(): Promise<void> {
  try {
    await api.post("users/sign-out");
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
}

/** After a failure the session may still be open, and the screen says so. */
export function SignOutScreen() {
  const t = useT();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { mutate, error } = useMutation({
    mutationFn: signOut,
    retry: false,
    networkMode: "always",
    onSuccess: () => {
      queryClient.clear();
      clearSessionData();
      void navigate(paths.adminAuth(), { replace: true });
    },
  });
  useEffect(() => mutate(), [mutate]);

  if (error === null) return <CircularProgress aria-label={t("shell.signingOut")} className="centred" />;
  return (
    <EmptyState component="h1" title={t("shell.signOutFailed")} onRetry={() => mutate()}>
      {error instanceof ApiError ? error.message : t("error.internal")}
    </EmptyState>
  );
}
