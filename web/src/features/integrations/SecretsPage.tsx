import "./secrets-page.css";
import Alert from "@mui/material/Alert";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useRef, useState } from "react";
import { Link as RouterLink } from "../../routes/router.tsx";
import * as z from "zod/mini";
import { api } from "../../api/client.ts";
import { useT } from "../../i18n/useT.ts";
import { paths } from "../../routes/paths.ts";
import { useTitle } from "../../routes/useTitle.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { CopyLink } from "../../ui/controls/CopyLink.tsx";
import type { AfterAnswer } from "../../ui/dialogs/dialogAnswer.ts";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog.tsx";
import { FormDialog } from "../../ui/dialogs/FormDialog.tsx";
import { keepFocus } from "../../ui/focus/keepFocus.ts";
import { EmptyState } from "../../ui/display/EmptyState.tsx";

/** Whose tokens or webhooks a page has. */
export interface SecretsPlace {
  hint: string;
  /** The key of the space that the page belongs to. */
  space?: string;
  /** Opens in place of the form, for a guest who has to sign in first. */
  Instead?: ComponentType<{ onClose: () => void }> | undefined;
}

interface Listed {
  id: string;
  name: string;
}

export interface RowProps<Item, Path> {
  item: Item;
  path: Path;
  reload: () => Promise<void>;
  onRemove: () => void;
}

export interface FormProps<Made, Path> {
  path: Path;
  onClose: () => void;
  onMade: (made: Made) => void;
}

interface Props<Item extends Listed, Made, Path> extends SecretsPlace {
  kind: keyof typeof texts;
  path: Path;
  schema: z.ZodMiniType<Item>;
  Row: ComponentType<RowProps<Item, Path>>;
  removal: Record<"title" | "text" | "label", MessageKey>;
  Form: ComponentType<FormProps<Made, Path>>;
  /** The only time that the secret is shown: the dialog closes by its button alone. */
  secretOf: (made: Made) => Record<"title" | "secret" | "label" | "hint" | "done", string>;
}

const texts = {
  tokens: {
    title: "tokens.title",
    new: "tokens.new",
    toSpace: "tokens.toSpace",
    none: "tokens.none",
    noneHint: "tokens.noneHint",
  },
  webhooks: {
    title: "webhooks.title",
    new: "webhooks.new",
    toSpace: "webhooks.toSpace",
    none: "webhooks.none",
    noneHint: "webhooks.noneHint",
  },
} as const satisfies Record<string, Record<string, MessageKey>>;

/** What was made for scripts and other programs: each has a secret, which only whoever makes it sees, once. */
export function SecretsPage<Item extends Listed, Made extends object, Path extends string>({
  kind,
  path,
  schema,
  hint,
  space,
  Instead,
  Row,
  removal,
  Form,
  secretOf,
}: Props<Item, Made, Path>) {
  const t = useT();
  const keys = texts[kind];
  useTitle(t(keys.title));
  const client = useQueryClient();
  const queryKey = [kind, path];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<Item[]>(path, { schema: z.array(schema), signal }),
  });
  const [dialog, setDialog] = useState<"new" | Made | null>(null);
  const [asking, setAsking] = useState<Item | null>(null);
  const newButton = useRef<HTMLButtonElement>(null);
  const reload = () => client.invalidateQueries({ queryKey });
  const remove = async ({ id }: Item): Promise<AfterAnswer> => {
    await api.delete(`${path}/${id}`);
    void reload();
    return () => {
      setAsking(null);
      // The row, and with it the button that opened the dialog, goes.
      keepFocus(() => newButton.current);
    };
  };
  const close = () => setDialog(null);
  const shown = typeof dialog === "object" && dialog !== null ? secretOf(dialog) : null;
  return (
    <section className="secrets" aria-labelledby="secrets-title">
      {space !== undefined && (
        <Link component={RouterLink} to={paths.space(space)} className="secrets-back">
          {t(keys.toSpace)}
        </Link>
      )}
      <div className="secrets-head">
        <Typography id="secrets-title" variant="h1">
          {t(keys.title)}
        </Typography>
        <Button ref={newButton} variant="contained" aria-haspopup="dialog" onClick={() => setDialog("new")}>
          {t(keys.new)}
        </Button>
      </div>
      <Typography color="textSecondary">{hint}</Typography>
      {error !== null && (
        <Alert
          severity="error"
          action={
            <Button variant="text" onClick={() => void refetch()}>
              {t("common.retry")}
            </Button>
          }
        >
          {error.message}
        </Alert>
      )}
      {data === undefined && error === null && <Skeleton variant="rounded" height={80} />}
      {data?.length === 0 && <EmptyState title={t(keys.none)}>{t(keys.noneHint)}</EmptyState>}
      {data !== undefined && data.length > 0 && (
        <ul className="secret-list">
          {data.map((item) => (
            <Row key={item.id} item={item} path={path} reload={reload} onRemove={() => setAsking(item)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asking !== null}
        danger
        title={t(removal.title, { name: asking?.name ?? "" })}
        text={t(removal.text)}
        confirmLabel={t(removal.label)}
        onCancel={() => setAsking(null)}
        onConfirm={() => (asking === null ? undefined : remove(asking))}
      />
      {dialog === "new" && Instead && <Instead onClose={close} />}
      {dialog === "new" && !Instead && (
        <Form
          path={path}
          onClose={close}
          onMade={(made) => {
            setDialog(made);
            void reload();
          }}
        />
      )}
      {shown !== null && (
        <FormDialog
          persistent
          title={shown.title}
          cancelLabel={null}
          submitLabel={shown.done}
          onCancel={close}
          onSubmit={close}
        >
          <CopyLink link={shown.secret} label={shown.label} hint={shown.hint} />
        </FormDialog>
      )}
    </section>
  );
}
