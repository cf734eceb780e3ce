import "./create-board.css";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Link from "@mui/material/Link";
import { createBoard } from "@retro/contract/commands";
import { board as boardSchema } from "@retro/contract/boards";
import type { Board } from "@retro/contract/boards";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { ComponentType } from "react";
import { Controller, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { api } from "../../../api/client.ts";
import { spaceTemplateOf } from "../../../api/spaceTemplateChoice.ts";
import { track, trackedClicks } from "../../../api/track.ts";
import { useContractForm } from "../../../api/useContractForm.ts";
import { useT } from "../../../i18n/useT.ts";
import { hrefOf, paths } from "../../../routes/paths.ts";
import { FormTextField } from "../../../ui/controls/FormTextField.tsx";
import { FormDialog } from "../../../ui/dialogs/FormDialog.tsx";

export interface TemplateFieldProps {
  label: string;
  value: string;
  onChange: (title: string) => void;
  onPick: () => void;
  error?: string | undefined;
}

export interface TeamFieldProps {
  /** `keyOf` gives the key of the chosen team's space, which it makes for a new team; null: no team. */
  onChange: (keyOf: () => Promise<string | null>) => void;
}

interface Values {
  title: string;
  description: string;
  template: string;
}
/** Only the title has a rule in the browser (spec 5.1). */
const browserRules = z.pick(createBoard, { title: true });

interface Props {
  open: boolean;
  template: string;
  onClose: () => void;
  onCreated: (board: Board) => void;
  TemplateField: ComponentType<TemplateFieldProps>;
  /** Absent in a space. */
  TeamField?: ComponentType<TeamFieldProps>;
  /** `hasDefaults`: the space remembers a timer or options, with which the board may begin. */
  space?: { key: string; hasDefaults: boolean };
}

function useCreateBoard({
  template,
  onCreated,
  space,
}: Omit<Props, "onClose" | "TemplateField" | "TeamField">) {
  const queryClient = useQueryClient();
  const [asLastTime, setAsLastTime] = useState(true);
  const keyOfTeam = useRef<() => Promise<string | null>>(async () => null);

  const form = useContractForm<Values>({
    schema: browserRules,
    defaultValues: { title: "", description: "", template },
    async send(values) {
      const key = space?.key ?? (await keyOfTeam.current());
      const board = await (key === null
        ? api.post<Board>("boards", values, { schema: boardSchema })
        : api.post<Board>(
            `spaces/${key}/boards`,
            { ...inSpace(values), defaults: space !== undefined && asLastTime },
            { schema: boardSchema },
          ));
      await queryClient.invalidateQueries({ queryKey: ["boards"] });
      // After Cancel the board is in the list.
      return () => onCreated(board);
    },
  });
  const setTeam = useCallback<TeamFieldProps["onChange"]>((keyOf) => {
    keyOfTeam.current = keyOf;
  }, []);
  return { ...form, asLastTime, setAsLastTime, setTeam };
}

/** A template of the space is named by its id. */
function inSpace({ template, ...values }: Values) {
  const shared = spaceTemplateOf(template);
  return shared === null ? { ...values, template } : { ...values, space_template: shared };
}

/** Mount a new one for each opening, so that its fields start empty. */
export function CreateBoardDialog({ onClose, TemplateField, TeamField, ...board }: Props) {
  const t = useT();
  const { control, errors, busy, submit, asLastTime, setAsLastTime, setTeam } = useCreateBoard(board);
  const [title, description] = useWatch({ control, name: ["title", "description"] });
  const isEmpty = title === "" && description === "";
  return (
    <FormDialog
      open={board.open}
      persistent
      sheet
      onGiveWay={isEmpty && !busy ? onClose : undefined}
      width={440}
      title={t("boards.new")}
      submitLabel={t("boards.create")}
      submitDisabled={Object.keys(errors).length > 0}
      onCancel={() => {
        track(trackedClicks.cancel);
        onClose();
      }}
      onSubmit={() => {
        track(trackedClicks.save);
        return submit();
      }}
    >
      <FormTextField
        control={control}
        name="title"
        label={t("boards.title")}
        autoComplete="off"
        // Not `required`: Material would leave room for an asterisk in the outline beside the label.
        slotProps={{ htmlInput: { "aria-required": true } }}
      />
      <FormTextField
        control={control}
        name="description"
        label={t("boards.description")}
        multiline
        minRows={2}
        maxRows={5}
        autoComplete="off"
        slotProps={{ htmlInput: { onClick: () => track(trackedClicks.descriptionChange) } }}
      />
      <Controller
        name="template"
        control={control}
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
      {TeamField && <TeamField onChange={setTeam} />}
      {board.space?.hasDefaults === true && <AsLastTime checked={asLastTime} onChange={setAsLastTime} />}
      <LegalLinks />
    </FormDialog>
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
