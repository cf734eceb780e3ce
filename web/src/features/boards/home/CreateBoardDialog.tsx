import "./create-board.css";
import Alert from "@mui/material/Alert";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Link from "@mui/material/Link";
import TextField from "@mui/material/TextField";
import { createBoard } from "@retro/contract/commands";
import { board as boardSchema } from "@retro/contract/entities";
import type { Board } from "@retro/contract/entities";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { ComponentType } from "react";
import { Controller, useForm } from "react-hook-form";
import type { Control } from "react-hook-form";
import * as z from "zod/mini";
import { api, asApiError } from "../../../api/client.ts";
import { spaceTemplateOf } from "../../../api/spaceTemplateChoice.ts";
import { track, trackedClicks } from "../../../api/track.ts";
import { contractResolver } from "../../../i18n/contractResolver.ts";
import { useT } from "../../../i18n/useT.ts";
import { hrefOf, paths } from "../../../routes/paths.ts";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";
import { useStillOpen } from "../../../ui/dialogs/stillOpen.ts";

export interface TemplateFieldProps {
  label: string;
  value: string;
  onChange: (title: string) => void;
  onPick: () => void;
  error?: string | undefined;
}

interface Values {
  title: string;
  description: string;
  template: string;
}
const fields = ["title", "description", "template"] as const;
/** Only the title has a rule in the browser (spec 5.1). */
const browserRules = z.pick(createBoard, { title: true });

interface Props {
  open: boolean;
  /** The title of the template to select first; empty for the first in the list. */
  template: string;
  onClose: () => void;
  onCreated: (board: Board) => void;
  TemplateField: ComponentType<TemplateFieldProps>;
  /** `hasDefaults`: the space remembers a timer or options, with which the board may begin. */
  space?: { key: string; hasDefaults: boolean };
}

function useCreateBoard({ open, template, onCreated, space }: Omit<Props, "onClose" | "TemplateField">) {
  const t = useT();
  const isOpen = useStillOpen(open);
  const queryClient = useQueryClient();
  const resolver = useMemo(() => contractResolver<Values>(browserRules, t), [t]);
  const form = useForm<Values>({
    mode: "all",
    resolver,
    defaultValues: { title: "", description: "", template },
  });
  const [refused, setRefused] = useState<string | null>(null);
  const [asLastTime, setAsLastTime] = useState(true);

  const save = form.handleSubmit(async (values) => {
    setRefused(null);
    try {
      const board = await (space === undefined
        ? api.post<Board>("boards", values, { schema: boardSchema })
        : api.post<Board>(
            `spaces/${space.key}/boards`,
            { ...inSpace(values), defaults: asLastTime },
            { schema: boardSchema },
          ));
      await queryClient.invalidateQueries({ queryKey: ["boards"] });
      // After Cancel the board is in the list.
      if (isOpen()) onCreated(board);
    } catch (thrown) {
      const error = asApiError(thrown);
      for (const field of fields) {
        const message = error.errors[field]?.[0];
        if (message !== undefined) form.setError(field, { type: "server", message });
      }
      if (error.status !== 422) setRefused(error.message);
    }
  });
  return { form, refused, save, asLastTime, setAsLastTime };
}

/** A template of the space is named by its id. */
function inSpace({ template, ...values }: Values) {
  const shared = spaceTemplateOf(template);
  return shared === null ? { ...values, template } : { ...values, space_template: shared };
}

/** Mount a new one for each opening, so that its fields start empty. */
export function CreateBoardDialog({ onClose, TemplateField, ...board }: Props) {
  const t = useT();
  const { form, refused, save, asLastTime, setAsLastTime } = useCreateBoard(board);
  const { errors, isSubmitting } = form.formState;
  return (
    <FormDialog
      open={board.open}
      persistent
      width={440}
      title={t("boards.new")}
      cancelLabel={t("common.cancel")}
      submitLabel={t("common.save")}
      busy={isSubmitting}
      submitDisabled={Object.keys(errors).length > 0}
      onCancel={() => {
        track(trackedClicks.cancel);
        onClose();
      }}
      onSubmit={() => {
        track(trackedClicks.save);
        void save();
      }}
    >
      {refused !== null && <Alert severity="error">{refused}</Alert>}
      <TitleField control={form.control} />
      <DescriptionField control={form.control} />
      <Controller
        name="template"
        control={form.control}
        render={({ field }) => (
          <TemplateField
            label={t("boards.template")}
            value={field.value}
            onChange={field.onChange}
            onPick={() => track(trackedClicks.templateSelect)}
            error={errors.template?.message}
          />
        )}
      />
      {board.space?.hasDefaults === true && <AsLastTime checked={asLastTime} onChange={setAsLastTime} />}
      <LegalLinks />
    </FormDialog>
  );
}

function TitleField({ control }: { control: Control<Values> }) {
  const t = useT();
  return (
    <Controller
      name="title"
      control={control}
      render={({ field: { ref, ...field }, fieldState: { error } }) => (
        <TextField
          {...field}
          inputRef={ref}
          label={t("boards.title")}
          fullWidth
          autoComplete="off"
          error={error !== undefined}
          helperText={error?.message}
          // Not \`required\`: Material would leave room for an asterisk in the outline beside the label.
          slotProps={{ htmlInput: { "aria-required": true, dir: "auto" } }}
        />
      )}
    />
  );
}

function DescriptionField({ control }: { control: Control<Values> }) {
  const t = useT();
  return (
    <Controller
      name="description"
      control={control}
      render={({ field: { ref, ...field }, fieldState: { error } }) => (
        <TextField
          {...field}
          inputRef={ref}
          label={t("boards.description")}
          fullWidth
          multiline
          minRows={2}
          maxRows={5}
          autoComplete="off"
          error={error !== undefined}
          helperText={error?.message}
          slotProps={{
            htmlInput: {
              dir: "auto",
              onClick: () => track(trackedClicks.descriptionChange),
            },
          }}
        />
      )}
    />
  );
}

function AsLastTime({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const t = useT();
  return (
    <div>
      <FormControlLabel
        control={<Checkbox checked={checked} onChange={(_event, next) => onChange(next)} />}
        label={t("spaces.asLastTime")}
      />
      <FormHelperText>{t("spaces.asLastTimeHint")}</FormHelperText>
    </div>
  );
}

function LegalLinks() {
  const t = useT();
  return (
    <div className="create-board-links">
      <Link
        href={hrefOf(paths.termsOfUse())}
        target="_blank"
        rel="noopener"
        color="textSecondary"
        onClick={() => track(trackedClicks.termsLink)}
      >
        {t("shell.termsOfUse")}
      </Link>
      <Link
        href={hrefOf(paths.privacyPolicy())}
        target="_blank"
        rel="noopener"
        color="textSecondary"
        onClick={() => track(trackedClicks.privacyLink)}
      >
        {t("shell.privacyPolicy")}
      </Link>
    </div>
  );
}
