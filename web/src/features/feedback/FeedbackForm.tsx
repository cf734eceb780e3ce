import "./attachments.css";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import LinearProgress from "@mui/material/LinearProgress";
import Link from "@mui/material/Link";
import { createFeedback } from "@retro/contract/visitor-forms";
import { limits } from "@retro/contract/limits";
import { useId, useState } from "react";
import { Controller } from "react-hook-form";
import type { Control } from "react-hook-form";
import { asApiError } from "../../api/client.ts";
import { upload } from "../../api/upload.ts";
import { useUser } from "../../api/user.ts";
import { useContractForm } from "../../api/useContractForm.ts";
import { useT } from "../../i18n/useT.ts";
import { hrefOf, paths } from "../../routes/paths.ts";
import { stayOpen } from "../../ui/dialogs/dialogAnswer.ts";
import { FormDialog } from "../../ui/dialogs/FormDialog.tsx";
import { FormTextField } from "../../ui/controls/FormTextField.tsx";
import { toast } from "../../ui/toasts/toast.ts";
import { Attachments } from "./Attachments.tsx";

interface Values {
  name: string;
  email: string;
  comment: string;
  agree: boolean;
}

function toForm(values: Values, files: readonly File[]): FormData {
  const form = new FormData();
  form.set("name", values.name);
  form.set("email", values.email);
  form.set("comment", values.comment);
  form.set("agree", String(values.agree));
  for (const file of files) form.append("attachments[]", file);
  return form;
}

/** What was typed when the session had ended: the form that opens after the next entry begins with it. */
let unsent: { values: Values; files: File[] } | null = null;

function useFeedback() {
  const t = useT();
  const user = useUser();
  const [files, setChosenFiles] = useState<File[]>(unsent?.files ?? []);
  const [refusedFiles, setRefusedFiles] = useState<readonly string[]>([]);
  const [progress, setProgress] = useState(0);

  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  const tooLarge = bytes >= limits.feedback.attachmentsBytes ? [t("feedback.attachmentsSize")] : [];
  const fileErrors = tooLarge.length > 0 ? tooLarge : refusedFiles;

  const form = useContractForm<Values>({
    schema: createFeedback,
    defaultValues: unsent?.values ?? { name: user.name, email: "", comment: "", agree: false },
    async send(values) {
      setProgress(0);
      unsent = null;
      try {
        await upload("feedback", toForm(values, files), setProgress);
      } catch (error) {
        const { status, errors } = asApiError(error);
        if (status === 401) {
          unsent = { values, files };
          return stayOpen;
        }
        const faults = Object.entries(errors);
        const ofFiles = faults.filter(([field]) => field.startsWith("attachments"));
        setRefusedFiles([...new Set(ofFiles.flatMap(([, messages]) => messages))]);
        if (ofFiles.length === 0 || ofFiles.length < faults.length) throw error;
        return stayOpen;
      }
      toast({ message: t("feedback.thanks"), kind: "success", place: "bottom-left" });
      return undefined;
    },
  });
  const setFiles = (next: File[]) => {
    setChosenFiles(next);
    setRefusedFiles([]);
  };
  return { ...form, files, setFiles, fileErrors, progress };
}

export function FeedbackForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const form = useFeedback();
  const { control, errors, busy, files, fileErrors, progress } = form;
  const hasErrors = Object.keys(errors).length > 0 || fileErrors.length > 0;
  const percent = Math.round(progress * 100);
  return (
    <FormDialog
      open={open}
      persistent
      width={500}
      title={t("shell.leaveFeedback")}
      submitLabel={t("feedback.send")}
      submitDisabled={hasErrors}
      onCancel={() => {
        unsent = null;
        onClose();
      }}
      onSubmit={form.submit}
    >
      <TextFields control={control} />
      <Attachments files={files} errors={fileErrors} disabled={busy} onChange={form.setFiles} />
      <AgreementField control={control} />
      {busy && files.length > 0 && (
        <LinearProgress
          variant={percent < 100 ? "determinate" : "indeterminate"}
          value={percent}
          aria-label={t("feedback.sending", { percent })}
        />
      )}
    </FormDialog>
  );
}

function TextFields({ control }: { control: Control<Values> }) {
  const t = useT();
  return (
    <>
      <FormTextField control={control} name="name" label={t("feedback.name")} required autoComplete="name" />
      <FormTextField
        control={control}
        name="email"
        type="email"
        label={t("feedback.email")}
        autoComplete="email"
        counter={limits.feedback.email}
      />
      <FormTextField
        control={control}
        name="comment"
        label={t("feedback.comments")}
        required
        multiline
        minRows={3}
        maxRows={8}
        counter={limits.feedback.comment}
      />
    </>
  );
}

function AgreementField({ control }: { control: Control<Values> }) {
  const t = useT();
  const agreeHelp = useId();
  return (
    <Controller
      name="agree"
      control={control}
      render={({ field: { ref, value, ...field }, fieldState: { error } }) => (
        <div>
          <FormControlLabel
            className="feedback-consent"
            label={
              <>
                {t("feedback.agree")}{" "}
                <Link href={hrefOf(paths.privacyPolicy())} target="_blank" rel="noopener">
                  {t("shell.privacyPolicy")}
                </Link>
              </>
            }
            control={
              <Checkbox
                {...field}
                checked={value}
                slotProps={{
                  input: {
                    ref,
                    "aria-invalid": error !== undefined,
                    "aria-describedby": agreeHelp,
                  },
                }}
              />
            }
          />
          <FormHelperText id={agreeHelp} error>
            {error?.message}
          </FormHelperText>
        </div>
      )}
    />
  );
}
