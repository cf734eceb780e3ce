import AddOutlined from "@mui/icons-material/AddOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { BoardView } from "@retro/rules/apply-change";
import { limits } from "@retro/contract/limits";
import { hasForbiddenCharacters, textLength } from "@retro/contract/text";
import { childrenOf, subtreeIds } from "@retro/rules/tree";
import { useRef, useState } from "react";
import { asApiError } from "../../api/client.ts";
import { useBoardStore } from "../../board-state/boardHooks.ts";
import type { ApiErrorLike } from "../../board-state/types.ts";
import { useT } from "../../i18n/useT.ts";
import type { Translate } from "../../i18n/useT.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { EditBoardSections } from "./EditBoardSections.tsx";
import type { SectionDraft } from "./EditBoardSections.tsx";
import { changedHead, conflictKeys, formError, sectionEntry, sectionsChanged } from "./boardEditChanges.ts";

/** Returns what is wrong with a text, in the user's language; undefined if it is valid. */
function textFault(t: Translate, text: string, max: number, required: boolean): string | undefined {
  if (required && text.trim() === "") return t("validation.titleRequired");
  if (hasForbiddenCharacters(text)) return t("validation.forbiddenCharacters");
  return textLength(text.trim()) > max ? t("validation.maxAllowed", { max }) : undefined;
}

function stickersIn(view: BoardView, sectionIds: readonly string[]): number {
  return sectionIds
    .flatMap((id) => subtreeIds(view.items, id))
    .filter((id) => view.items.get(id)?.kind === "sticker").length;
}

/** Edit Board: title, description, sections and their order (spec 2.21 and 5.10). */
export function EditBoardDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const store = useBoardStore();
  const [start] = useState(() => store.getState().view);
  const [title, setTitle] = useState(start?.details.title ?? "");
  const [description, setDescription] = useState(start?.details.description ?? "");
  const [sections, setSections] = useState<readonly SectionDraft[]>(() =>
    start === null
      ? []
      : childrenOf(start.items, null).map((item) => ({ key: item.id, id: item.id, title: item.title ?? "" })),
  );
  const newSections = useRef(0);
  const [deletes, setDeletes] = useState<readonly string[]>([]);
  const [touched, setTouched] = useState(false);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState<number | null>(null);
  const [refused, setRefused] = useState<ApiErrorLike | null>(null);
  /** Keys of the fields whose conflict is on screen: the next save replaces the text of the other participant. */
  const [replacing, setReplacing] = useState<readonly string[]>([]);

  const serverError = (field: string) => refused?.errors?.[field]?.[0];
  const titleFault = textFault(t, title, limits.boardTitle, true);
  const descriptionFault = textFault(t, description, limits.boardDescription, false);
  const sectionFaults = sections.map((section) => textFault(t, section.title, limits.sectionTitle, true));
  const faulty =
    titleFault !== undefined ||
    descriptionFault !== undefined ||
    sectionFaults.some((fault) => fault !== undefined);
  const titleError = (touched ? titleFault : undefined) ?? serverError("title");
  const descriptionError = descriptionFault ?? serverError("description");
  const problem = formError(refused);
  const edit = () => {
    setTouched(true);
    setRefused(null);
  };

  const save = async () => {
    const head = changedHead(start, title.trim(), description.trim(), replacing);
    const sectionsDiffer = sectionsChanged(start, sections);
    if (Object.keys(head).length === 0 && !sectionsDiffer && deletes.length === 0) {
      onClose();
      return;
    }
    setBusy(true);
    setAsking(null);
    const currentItems = store.getState().view?.items;
    try {
      await store.call("PUT", "", {
        ...head,
        ...(sectionsDiffer && {
          sections: sections.map((section) => sectionEntry(start, section, replacing)),
        }),
        // Another participant may have deleted the section meanwhile.
        deletes: deletes.filter((id) => currentItems?.has(id) !== false),
      });
      onClose();
    } catch (error) {
      const failure = asApiError(error);
      if (failure.status === 409) setReplacing([...replacing, ...conflictKeys(failure, sections)]);
      setRefused(failure);
      setBusy(false);
    }
  };
  const submit = () => {
    setTouched(true);
    if (faulty) return;
    const { view } = store.getState();
    const lost = view === null ? 0 : stickersIn(view, deletes);
    if (lost > 0) setAsking(lost);
    else void save();
  };

  return (
    <>
      <FormDialog
        open
        keepOnOutsideClick
        width={520}
        title={t("board.edit")}
        cancelLabel={t("common.cancel")}
        submitLabel={t("common.save")}
        submitDisabled={touched && faulty}
        busy={busy}
        onCancel={onClose}
        onSubmit={submit}
      >
        {problem !== undefined && <Alert severity="error">{problem}</Alert>}
        <TextField
          label={t("board.title")}
          value={title}
          fullWidth
          autoComplete="off"
          sx={{ mt: 2 }}
          error={titleError !== undefined}
          helperText={titleError}
          onBlur={() => setTouched(true)}
          onChange={(event) => {
            setTitle(event.target.value);
            edit();
          }}
          slotProps={{ htmlInput: { "aria-required": true } }}
        />
        <TextField
          label={t("board.description")}
          value={description}
          fullWidth
          multiline
          minRows={2}
          maxRows={5}
          autoComplete="off"
          error={descriptionError !== undefined}
          helperText={descriptionError}
          onChange={(event) => {
            setDescription(event.target.value);
            edit();
          }}
        />
        <Stack spacing={2}>
          <Stack direction="row" sx={{ justifyContent: "space-between", alignItems: "baseline" }}>
            <Typography variant="subtitle1" component="h3">
              {t("board.sections")}
            </Typography>
            <Typography variant="caption" color="textSecondary">
              {sections.length}/{limits.maxSections}
            </Typography>
          </Stack>
          <EditBoardSections
            sections={sections}
            errors={sections.map(
              (_, i) =>
                (touched ? sectionFaults[i] : undefined) ??
                serverError(`sections.${i}.title`) ??
                serverError(`sections.${i}.id`),
            )}
            onChange={(next) => {
              setSections(next);
              edit();
            }}
            onRemove={(section) => {
              setSections(sections.filter((each) => each.key !== section.key));
              if (section.id !== null) setDeletes([...deletes, section.id]);
              setRefused(null);
            }}
          />
          {sections.length < limits.maxSections && (
            <Button
              startIcon={<AddOutlined />}
              sx={{ alignSelf: "flex-start" }}
              onClick={() => {
                const number = nextSectionNumber(t, sections);
                newSections.current += 1;
                setSections([
                  ...sections,
                  {
                    key: `new-${newSections.current}`,
                    id: null,
                    title: t("board.section", { number }),
                  },
                ]);
                setRefused(null);
              }}
            >
              {t("board.addSection")}
            </Button>
          )}
        </Stack>
      </FormDialog>
      <ConfirmDialog
        open={asking !== null}
        danger
        title={t("board.removeTitle")}
        text={t("board.removeText", { count: asking ?? 0 })}
        cancelLabel={t("common.cancel")}
        confirmLabel={t("board.remove")}
        onCancel={() => setAsking(null)}
        onConfirm={() => void save()}
      />
    </>
  );
}

/** Returns "Section" with the next number that no section has yet. */
function nextSectionNumber(t: Translate, sections: readonly SectionDraft[]): number {
  const taken = new Set(sections.map((section) => section.title.trim()));
  let number = sections.length + 1;
  while (taken.has(t("board.section", { number }))) number += 1;
  return number;
}
