import "./outreach.css";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useLocation } from "../../routes/router.tsx";
import { api, ApiError } from "../../api/client.ts";
import { useT } from "../../i18n/useT.ts";
import { useTitle } from "../../routes/useTitle.ts";
import { EmptyState } from "../../ui/display/EmptyState.tsx";

/** The message for a forged or incomplete link; the token has no visible field. */
function errorMessage(error: Error): string {
  return (error instanceof ApiError ? error.errors["token"]?.[0] : undefined) ?? error.message;
}

/** `/unsubscribe?token=`. Only the button unsubscribes, because mail programs open links automatically. */
export function Unsubscribe() {
  const t = useT();
  const search = new URLSearchParams(useLocation().search);
  const token = search.get("token") ?? "";
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api.post("subscribers/unsubscribe", { token }),
  });
  useTitle(`${t("unsubscribe.title")} · Retro`);
  if (isSuccess) {
    return (
      <div className="outreach-message" role="status">
        <EmptyState component="h1" title={t("unsubscribe.doneTitle")}>
          {t("unsubscribe.done")}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="outreach-message">
      <EmptyState
        component="h1"
        title={t("unsubscribe.title")}
        action={
          <Button variant="contained" loading={isPending} onClick={() => mutate()}>
            {t("unsubscribe.button")}
          </Button>
        }
      >
        {t("unsubscribe.hint")}
      </EmptyState>
      {error !== null && <Alert severity="error">{errorMessage(error)}</Alert>}
    </div>
  );
}
