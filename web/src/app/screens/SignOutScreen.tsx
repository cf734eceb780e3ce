import "./screens.css";
import CircularProgress from "@mui/material/CircularProgress";
import { signedOut, type SignedOut } from "@retro/contract/accounts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { navigate } from "../../routes/router.tsx";
import { api, ApiError } from "../../api/client.ts";
import { configQuery } from "../../api/config.ts";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { clearSessionData } from "../queryClient.ts";

/** @returns where the provider of the sign-in ends its session too */
async function signOut(provider: boolean): Promise<string | null> {
  try {
    if (provider) return (await api.post<SignedOut>("sign-in/out", undefined, { schema: signedOut })).address;
    await api.post("users/sign-out");
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
  return null;
}

/** After a failure the session may still be open; the screen shows that. */
export function SignOutScreen() {
  const t = useT();
  const queryClient = useQueryClient();
  const { data: config, isPending } = useQuery(configQuery);
  const provider = config?.signIn !== undefined;
  const { mutate, error } = useMutation({
    mutationFn: () => signOut(provider),
    retry: false,
    networkMode: "always",
    onSuccess: (address) => {
      queryClient.clear();
      clearSessionData();
      if (address !== null) window.location.assign(address);
      else navigate(provider ? paths.signedOut() : paths.adminAuth(), { replace: true });
    },
  });
  useEffect(() => {
    if (!isPending) mutate();
  }, [mutate, isPending]);

  if (error === null) return <CircularProgress aria-label={t("shell.signingOut")} className="centred" />;
  return (
    <EmptyState component="h1" title={t("shell.signOutFailed")} onRetry={() => mutate()}>
      {error instanceof ApiError ? error.message : t("error.internal")}
    </EmptyState>
  );
}
