import "./screens.css";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { user as userSchema } from "@retro/contract/users";
import type { User } from "@retro/contract/users";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { navigate, useLocation } from "../../routes/router.tsx";
import * as z from "zod/mini";
import { api, ApiError } from "../../api/client.ts";
import { configQuery } from "../../api/config.ts";
import { beginSignIn } from "../../api/signIn.ts";
import { userQuery } from "../../api/user.ts";
import { remember } from "../../device/deviceMemory.ts";
import { Captcha } from "../../features/captcha/Captcha.tsx";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";
import { boardOfReturnAddress, takeReturnAddress } from "../../routes/returnAddress.ts";
import { LogoMark } from "../layouts/Logo.tsx";
import { useTitle } from "../../routes/useTitle.ts";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { toastError } from "../../ui/toasts/toast.ts";

const SignInQuestion = lazyPart(() => import("./SignInQuestion.tsx"), "SignInQuestion", { prefetch: false });
const SignInChoice = lazyPart(() => import("./SignInChoice.tsx"), "SignInChoice", { prefetch: false });

/** The parts of the board that its link alone reveals; null while they load, and if it reveals none. */
function useBoardTitle(): string | null {
  const [board] = useState(boardOfReturnAddress);
  const { data } = useQuery({
    queryKey: ["board-title", board],
    queryFn: ({ signal }) => api.get(`boards/${board}/title`, { schema: z.nullable(z.string()), signal }),
    enabled: board !== undefined,
  });
  return data ?? null;
}

/** With a session it goes one step back, or to the remembered address if that step leaves the app. */
export function AuthAnonymousScreen() {
  const t = useT();
  const location = useLocation();
  const queryClient = useQueryClient();
  const { data: config, error: configError } = useQuery(configQuery);
  const { data: user, error: userError, isLoading } = useQuery(userQuery);
  const signedIn = user !== undefined && !(userError instanceof ApiError && userError.status === 401);
  const boardTitle = useBoardTitle();
  const [message, setMessage] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const [slow, setSlow] = useState(false);
  const [asGuest, setAsGuest] = useState(false);
  const sending = useRef(false);
  const redirected = useRef(false);
  useTitle("Retro");

  const openedByRedirect = (location.state as { stepBack?: boolean } | null)?.stepBack === true;
  const outcome = new URLSearchParams(location.search).get("sign-in");
  // A guest who signs in stays until it has worked, or they have decided to stay a guest.
  const signsIn =
    !asGuest &&
    (outcome === "again" || (user?.role === "anonymous" && outcome !== null && outcome !== "out"));
  const userId = signedIn && !signsIn ? user.id : undefined;
  useEffect(() => {
    if (userId === undefined || redirected.current) return;
    redirected.current = true;
    remember("retro.sentToProvider", null);
    const address = takeReturnAddress(userId);
    if (openedByRedirect) window.history.back();
    else navigate(address ?? paths.index(), { replace: true });
  }, [userId, openedByRedirect]);

  const submitSolution = async (solution: string) => {
    if (sending.current) return;
    sending.current = true;
    try {
      const newUser = await api.post<User>("users/anonymous", { solution }, { schema: userSchema });
      queryClient.setQueryData(userQuery.queryKey, newUser);
    } catch (error) {
      setMessage(
        error instanceof ApiError ? (error.errors["solution"]?.[0] ?? error.message) : t("error.internal"),
      );
      setAttempt((n) => n + 1);
    } finally {
      sending.current = false;
    }
  };

  // A visitor with a session sees no captcha, not even while the request is pending.
  if (isLoading || (signedIn && !signsIn)) return null;
  if (outcome === "ask" && !asGuest) return <SignInQuestion onGuest={() => setAsGuest(true)} />;
  if (config?.signIn && !asGuest)
    return <SignInChoice signIn={config.signIn} onGuest={() => setAsGuest(true)} />;
  const isFine = !failed && message === null && configError === null && config?.captcha.sitekey !== "";
  return (
    <form className="entry-form">
      <LogoMark className="entry-logo" />
      <Typography variant="h1">{boardTitle ?? t("auth.heading")}</Typography>
      {isFine && <Typography color="textSecondary">{t(slow ? "auth.slow" : "auth.explanation")}</Typography>}
      {message !== null && <Alert severity="error">{message}</Alert>}
      {configError !== null && <Alert severity="error">{t("error.unreachable")}</Alert>}
      <div className="entry-captcha">
        {config !== undefined && (
          <Captcha
            settings={config.captcha}
            start="auto"
            attempt={attempt}
            onSolved={(solution) => void submitSolution(solution)}
            onError={() => setFailed(true)}
            onSlow={() => setSlow(true)}
          />
        )}
      </div>
      {slow && config?.signIn && (
        <Button variant="outlined" onClick={() => void beginSignIn().catch(toastError)}>
          {t("signIn.with", { name: config.signIn.name })}
        </Button>
      )}
    </form>
  );
}
