import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import { styled } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import { sessionRow } from "@retro/contract/lists";
import type { SessionRow } from "@retro/contract/lists";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { api } from "../../../api/client.ts";
import { useLocale, useT } from "../../../i18n/useT.ts";
import { paths } from "../../../routes/paths.ts";
import { toast } from "../../../ui/toasts/toast.ts";
import { browserName } from "../lists/browserName.ts";

const List = styled("ul")(({ theme }) => ({
  listStyle: "none",
  margin: 0,
  padding: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 12,
  backgroundColor: theme.vars.palette.background.paper,
  "& li": { display: "flex", alignItems: "center", gap: 16, padding: "12px 16px" },
  "& li:not(:first-of-type)": { borderTop: `1px solid ${theme.vars.palette.divider}` },
}));
const key = ["admin", "sessions"];

/** The administrator's signed-in sessions, each with a button that ends it. */
export function Sessions() {
  const t = useT();
  const navigate = useNavigate();
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
    <Box component="section" aria-labelledby="sessions-title">
      <Typography id="sessions-title" variant="h3" component="h2">
        {t("admin.sessions")}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 3 }}>
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
        <List>
          {data.map((session) => (
            <Session
              key={session.id}
              session={session}
              busy={end.isPending && end.variables.id === session.id}
              onEnd={() => end.mutate(session)}
            />
          ))}
        </List>
      )}
    </Box>
  );
}

function Session({ session, busy, onEnd }: { session: SessionRow; busy: boolean; onEnd: () => void }) {
  const t = useT();
  const locale = useLocale();
  const when = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(session.last_used_at),
  );
  return (
    <li>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 2 }}>
          <span>{[browserName(session.user_agent), session.address].filter(Boolean).join(" · ")}</span>
          {session.current && <Chip size="small" label={t("admin.thisSession")} />}
        </Box>
        <Typography variant="caption" color="textSecondary" component="p">
          {t("admin.lastUsed", { when })}
        </Typography>
      </Box>
      <Button
        size="small"
        color="inherit"
        variant="outlined"
        sx={{ borderColor: "divider", flexShrink: 0 }}
        loading={busy}
        aria-label={t("admin.endSessionOf", { address: session.address })}
        onClick={onEnd}
      >
        {t("admin.endSession")}
      </Button>
    </li>
  );
}
