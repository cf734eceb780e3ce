import { sessionEnd } from "@retro/contract/accounts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { basePath } from "../../api/basePath.ts";
import { api } from "../../api/client.ts";
import { beginSignIn } from "../../api/signIn.ts";
import { useUser } from "../../api/user.ts";
import { dateLocale } from "../../i18n/dateLocale.ts";
import { useLocale, useT } from "../../i18n/useT.ts";
import { hrefOf, paths } from "../../routes/paths.ts";
import { storeReturnAddress } from "../../routes/returnAddress.ts";
import { hasUnsavedText } from "../../ui/dialogs/unsavedText.ts";
import { toast, toastError } from "../../ui/toasts/toast.ts";
import { toastButton } from "../../ui/toasts/toastButton.tsx";

const announcedMs = 10 * 60_000;
const [minuteMs, hourMs] = [60_000, 3_600_000];

/** @returns the end by this machine's clock, once the provider has refused to put it off; null: it is far */
async function fetchNearEnd({ signal }: { signal: AbortSignal }): Promise<{ at: number; isNear: boolean }> {
  const endAfter = (seconds: number | null) => (seconds === null ? Infinity : Date.now() + seconds * 1000);
  const isNear = (at: number) => at - Date.now() <= announcedMs;
  let at = endAfter((await api.get("sign-in/session", { schema: sessionEnd, signal })).ends_in);
  if (isNear(at))
    at = endAfter((await api.post("sign-in/session", undefined, { schema: sessionEnd })).ends_in);
  return { at, isNear: isNear(at) };
}

const nearEndQuery = queryOptions({
  queryKey: ["session-end"],
  queryFn: fetchNearEnd,
  // Another tab may put it off. A timer of many hours stands still while the machine sleeps.
  refetchInterval: ({ state: { data } }) =>
    Math.min(hourMs, Math.max(minuteMs, (data?.at ?? 0) - announcedMs - Date.now())),
  refetchIntervalInBackground: true,
});

/** Announces the end of a person's session ten minutes before, and lets them sign in again with one press [I9]. */
export function SessionEnd() {
  const t = useT();
  const locale = useLocale();
  const { id } = useUser();
  const { data } = useQuery(nearEndQuery);
  const time =
    data?.isNear === true
      ? new Intl.DateTimeFormat(dateLocale(locale), { timeStyle: "short" }).format(data.at)
      : null;
  const announceEnd = useEffectEvent((at: string) => {
    const signIn = () => {
      // Drafts of a board come back with its page, texts in a dialog do not.
      if (hasUnsavedText()) {
        window.open(hrefOf(paths.signInAgain()));
        return;
      }
      const { pathname, search, hash } = window.location;
      storeReturnAddress(pathname.slice(basePath.length) + search + hash, id);
      beginSignIn().catch(toastError);
    };
    return toast({
      message: t("signIn.ends", { time: at }),
      kind: "warning",
      duration: null,
      action: toastButton(t("signIn.again"), signIn),
    });
  });
  // Only another time announces again: a toast that gives way to its like would take the press of its button.
  useEffect(() => (time === null ? undefined : announceEnd(time)), [time]);
  return null;
}
