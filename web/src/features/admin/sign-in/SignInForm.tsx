import "./sign-in.css";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { signIn } from "@retro/contract/accounts";
import { user as userSchema } from "@retro/contract/users";
import type { User } from "@retro/contract/users";
import { useState } from "react";
import * as z from "zod/mini";
import { useCaptchaSolution } from "../../../api/captcha.ts";
import type { Verification } from "../../../api/captcha.ts";
import { api } from "../../../api/client.ts";
import { useContractForm } from "../../../api/useContractForm.ts";
import { useT } from "../../../i18n/useT.ts";
import { FormTextField } from "../../../ui/controls/FormTextField.tsx";

const schema = z.omit(signIn, { solution: true });
type Values = z.infer<typeof schema>;

function useSignIn(onSignedIn: (user: User) => void) {
  const solution = useCaptchaSolution();
  const [verifying, setVerifying] = useState(true);
  const form = useContractForm<Values>({
    schema,
    defaultValues: { email: "", password: "" },
    async send(values) {
      const solved = await solution.wait();
      if (solved === null) return;
      setVerifying(false);
      try {
        onSignedIn(
          await api.post<User>("users/sign-in", { ...values, solution: solved }, { schema: userSchema }),
        );
      } catch (error) {
        // Any refusal, not only a 422, needs a new solution: without one there is no further attempt.
        solution.renew();
        setVerifying(true);
        throw error;
      }
    },
  });
  return { ...form, solution, verifying };
}

interface Props {
  verification: Verification;
  onSignedIn: (user: User) => void;
  /** The name of the provider at which administrators may sign in, too [I4]. */
  provider?: string | undefined;
  /** Before the page goes there. */
  onProvider?: () => void;
}

/** The verification shows until the first attempt and again after a refusal (spec 2.7 and 5.12). */
export function SignInForm({ verification: Verify, onSignedIn, provider, onProvider }: Props) {
  const t = useT();
  const form = useSignIn(onSignedIn);
  const { control, errors, refused, verifying } = form;
  return (
    <form noValidate aria-labelledby="sign-in-title" onSubmit={form.save} className="sign-in-form">
      <Typography id="sign-in-title" variant="h1">
        {t("admin.title")}
      </Typography>
      {refused !== null && (
        <Alert severity="error">
          {refused}
          {form.refusedStatus === 429 && <div className="sign-in-hint">{t("admin.lockedHint")}</div>}
        </Alert>
      )}
      {provider !== undefined && (
        <Button variant="outlined" onClick={onProvider}>
          {t("signIn.with", { name: provider })}
        </Button>
      )}
      <FormTextField
        control={control}
        name="email"
        type="email"
        label={t("admin.email")}
        autoComplete="username"
      />
      <FormTextField
        control={control}
        name="password"
        type="password"
        label={t("admin.password")}
        autoComplete="current-password"
      />
      {verifying && <Verify start="auto" {...form.solution.props} />}
      {/* A server error on one field may be corrected in another field, so it does not disable the button. */}
      <Button
        type="submit"
        variant="contained"
        loading={form.busy}
        disabled={Object.values(errors).some(({ type }) => type !== "server")}
      >
        {t("admin.signIn")}
      </Button>
    </form>
  );
}
