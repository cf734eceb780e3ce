import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { ClientConfig } from "@retro/contract/events";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { asApiError } from "../../api/client.ts";
import { useLocation } from "../../routes/router.tsx";
import { beginSignIn } from "../../api/signIn.ts";
import { recall, remember } from "../../device/deviceMemory.ts";
import { useT } from "../../i18n/useT.ts";

type SignIn = NonNullable<ClientConfig["signIn"]>;

const outcomes = {
  unavailable: ["warning", "signIn.unavailable"],
  refused: ["warning", "signIn.refused"],
  failed: ["error", "signIn.failed"],
  clocks: ["error", "signIn.clocks"],
  unnamed: ["info", "signIn.unnamed"],
  out: ["success", "signIn.out"],
} as const;

/** Who comes back from the provider in any way, or has signed out, is not sent there again without a click. */
export function SignInChoice({ signIn, onGuest }: { signIn: SignIn; onGuest: () => void }) {
  const t = useT();
  const query = new URLSearchParams(useLocation().search);
  const outcome = query.get("sign-in");
  const [goes, setGoes] = useState(
    signIn.auto && outcome === null && recall("retro.sentToProvider") === null,
  );
  const { mutate, isPending, error } = useMutation({
    mutationFn: beginSignIn,
    retry: false,
    networkMode: "always",
    onError: () => setGoes(false),
  });
  useEffect(() => {
    if (!goes) return undefined;
    remember("retro.sentToProvider", "1");
    mutate();
    // After a step back the browser may show this page as it was left.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setGoes(false);
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, [goes, mutate]);

  const [severity, text] = outcomes[outcome as keyof typeof outcomes] ?? [];
  return (
    <div className="entry-form" hidden={goes}>
      <Typography variant="h1">{t("signIn.heading")}</Typography>
      {text !== undefined && (
        <Alert severity={severity}>
          {t(text, { name: signIn.name, seconds: Number(query.get("seconds")) })}
        </Alert>
      )}
      {error !== null && <Alert severity="error">{asApiError(error).message}</Alert>}
      <Typography color="textSecondary">{t("signIn.explanation")}</Typography>
      <Button variant="contained" loading={isPending} onClick={() => mutate()}>
        {t("signIn.with", { name: signIn.name })}
      </Button>
      {signIn.guests !== "off" && outcome !== "again" && (
        <Button color="inherit" onClick={onGuest}>
          {t("signIn.asGuest")}
        </Button>
      )}
    </div>
  );
}
