import "./sign-in.css";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { newPassword } from "@retro/contract/accounts";
import { user as userSchema } from "@retro/contract/users";
import type { User } from "@retro/contract/users";
import { limits } from "@retro/contract/limits";
import { signInLinkInfo } from "@retro/contract/lists";
import type { SignInLinkInfo } from "@retro/contract/lists";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Control } from "react-hook-form";
import { Link } from "../../../routes/router.tsx";
import * as z from "zod/mini";
import { api, ApiError, asApiError } from "../../../api/client.ts";
import { useContractForm } from "../../../api/useContractForm.ts";
import { useT } from "../../../i18n/useT.ts";
import { paths } from "../../../routes/paths.ts";
import { EmptyState } from "../../../ui/display/EmptyState.tsx";
import { FormTextField } from "../../../ui/controls/FormTextField.tsx";

interface Props {
  token: string;
  onSignedIn: (user: User) => void;
}

export function SignInLink({ token, onSignedIn }: Props) {
  const t = useT();
  const [used, setUsed] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "sign-in-link", token],
    queryFn: () =>
      api.post<SignInLinkInfo>("users/sign-in-link/check", { token }, { schema: signInLinkInfo }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (used || (error instanceof ApiError && error.status === 422)) return <InvalidLink />;
  if (error !== null)
    return (
      <EmptyState component="h1" title={t("admin.linkFailed")} onRetry={() => void refetch()}>
        {error.message}
      </EmptyState>
    );
  if (data === undefined)
    return <CircularProgress aria-label={t("admin.loading")} className="sign-in-waiting" />;
  return (
    <PasswordForm email={data.email} token={token} onSignedIn={onSignedIn} onInvalid={() => setUsed(true)} />
  );
}

function InvalidLink() {
  const t = useT();
  return (
    <EmptyState
      component="h1"
      title={t("signInLink.invalid")}
      action={
        <Button component={Link} to={paths.adminAuth()} variant="contained">
          {t("admin.toSignIn")}
        </Button>
      }
    >
      {t("admin.linkHint")}
    </EmptyState>
  );
}

const passwords = z.object({ password: newPassword, repeated: z.string() }).check(
  z.refine(({ password, repeated }) => password === repeated, {
    error: "admin.passwordsDiffer",
    path: ["repeated"],
  }),
);
type Passwords = z.infer<typeof passwords>;

function PasswordForm({
  email,
  token,
  onSignedIn,
  onInvalid,
}: Props & { email: string; onInvalid: () => void }) {
  const t = useT();
  const { control, refused, busy, save } = useContractForm<Passwords>({
    schema: passwords,
    mode: "onTouched",
    defaultValues: { password: "", repeated: "" },
    async send({ password }) {
      try {
        onSignedIn(await api.post<User>("users/sign-in-link", { token, password }, { schema: userSchema }));
      } catch (error) {
        if (asApiError(error).errors["token"] === undefined) throw error;
        onInvalid();
      }
    },
  });
  return (
    <form noValidate aria-labelledby="link-title" onSubmit={save} className="sign-in-form">
      <Typography id="link-title" variant="h1">
        {t("admin.setPasswordTitle")}
      </Typography>
      <Typography color="textSecondary">{t("admin.setPasswordHint")}</Typography>
      {refused !== null && <Alert severity="error">{refused}</Alert>}
      <TextField
        label={t("admin.email")}
        value={email}
        autoComplete="username"
        fullWidth
        slotProps={{ input: { readOnly: true } }}
      />
      <PasswordFields control={control} />
      <Button type="submit" variant="contained" loading={busy}>
        {t("admin.setPassword")}
      </Button>
    </form>
  );
}

function PasswordFields({ control }: { control: Control<Passwords> }) {
  const t = useT();
  return (
    <>
      <FormTextField
        control={control}
        name="password"
        type="password"
        label={t("admin.newPassword")}
        hint={t("admin.passwordHint", { min: limits.adminPassword.min })}
        autoComplete="new-password"
      />
      <FormTextField
        control={control}
        name="repeated"
        type="password"
        label={t("admin.repeatPassword")}
        autoComplete="new-password"
      />
    </>
  );
}
