import "./sign-in.css";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { sessionRow } from "@retro/contract/lists";
import type { SessionRow } from "@retro/contract/lists";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { navigate } from "../../../routes/router.tsx";
import * as z from "zod/mini";
import { api } from "../../../api/client.ts";
import { dateLocale } from "../../../i18n/dateLocale.ts";
import { useLocale, useT } from "../../../i18n/useT.ts";
import { paths } from "../../../routes/paths.ts";
import { toast } from "../../../ui/toasts/toast.ts";
import { browserName } from "../lists/browserName.ts";

const key = ["admin", "sessions"];

export function Sessions() {
  const t = useT();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<SessionRow[]>("admin/sessions", { schema: z.array(sessionRow), signal }),
  });
  const end = useMutation({
    mutationFn: (session: SessionRow) => api.delete(`admin/sessions/${session.id}`),
    onSuccess: (_, session) => {
      if (!session.current) return queryClient.invalidateQueries({ queryKey: key });
      queryClient.clear();
      return navigate(paths.adminAuth());
    },
    onError: (failure) => toast({ kind: "error", message: failure.message }),
  });
  return (
    <section aria-labelledby="sessions-title">
      <Typography id="sessions-title" variant="h3" component="h2">
        {t("admin.sessions")}
      </Typography>
      <Typography color="textSecondary" className="sessions-hint">
        {t("admin.sessionsHint")}
      </Typography>
      {error !== null && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={() => void refetch()}>
              {t("common.retry")}
            </Button>
          }
        >
          {t("admin.sessionsFailed")}
        </Alert>
      )}
      {data === undefined && error === null && <Skeleton variant="rounded" height={64} />}
      {data !== undefined && (
        <ul className="sessions">
          {data.map((session) => (
            <Session
              key={session.id}
              session={session}
              busy={end.isPending && end.variables.id === session.id}
              onEnd={() => end.mutate(session)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Session({ session, busy, onEnd }: { session: SessionRow; busy: boolean; onEnd: () => void }) {
  const t = useT();
  const locale = useLocale();
  const when = new Intl.DateTimeFormat(dateLocale(locale), {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(new Date(session.last_used_at));
  return (
    <li>
      <div className="session-text">
        <div className="session-line">
          <span>{[browserName(session.user_agent), session.address].filter(Boolean).join(" · ")}</span>
          {session.current && <Chip size="small" label={t("admin.thisSession")} />}
        </div>
        <Typography variant="caption" color="textSecondary" component="p">
          {t("admin.lastUsed", { when })}
        </Typography>
      </div>
      <Button
        size="small"
        color="inherit"
        variant="outlined"
        className="session-end"
        loading={busy}
        aria-label={t("admin.endSessionOf", { address: session.address })}
        onClick={onEnd}
      >
        {t("admin.endSession")}
      </Button>
    </li>
  );
}
