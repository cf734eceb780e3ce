import "./screens.css";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { pendingSignIn } from "@retro/contract/accounts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, asApiError } from "../../api/client.ts";
import { useT } from "../../i18n/useT.ts";
import { hrefOf, paths } from "../../routes/paths.ts";
import { navigate } from "../../routes/router.tsx";

/** A guest who has written decides whether it carries the name of the person as whom they sign in [I1]. */
export function SignInQuestion({ onGuest }: { onGuest: () => void }) {
  const t = useT();
  const { data, error } = useQuery({
    queryKey: ["pending-sign-in"],
    queryFn: ({ signal }) => api.get("sign-in/pending", { schema: pendingSignIn, signal }),
    retry: false,
    staleTime: Infinity,
  });
  const answer = useMutation({
    mutationFn: (keep: boolean) => api.post("sign-in/pending", { keep }),
    retry: false,
    networkMode: "always",
    // The whole page is loaded anew, as after a sign-in without a question.
    onSuccess: () => window.location.assign(hrefOf(paths.authAnonymous())),
  });
  useEffect(() => {
    if (error !== null) navigate(paths.signInFailed(), { replace: true });
  }, [error]);
  if (data === undefined) return null;
  const { name, stickers: count, boards } = data;
  const on = t("signIn.askBoards", { count: boards });
  return (
    <div className="entry-form">
      <Typography variant="h1">{t("signIn.askTitle", { name })}</Typography>
      {answer.error !== null && <Alert severity="error">{asApiError(answer.error).message}</Alert>}
      <Typography>
        {count > 0
          ? t("signIn.ask", { stickers: t("signIn.askStickers", { count }), boards: on, name })
          : t("signIn.askOther", { boards: on, name })}
      </Typography>
      <Typography color="textSecondary">{t("signIn.askHint")}</Typography>
      <Button variant="contained" loading={answer.isPending} onClick={() => answer.mutate(true)}>
        {t("signIn.askYes")}
      </Button>
      <Button variant="outlined" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
        {t("signIn.askNo")}
      </Button>
      <Button color="inherit" onClick={onGuest}>
        {t("signIn.stayGuest")}
      </Button>
    </div>
  );
}
