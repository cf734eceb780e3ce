import "./form-dialog.css";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { phoneQuery, useMediaQuery } from "../device/useMediaQuery.ts";
import { useContext, useId, useRef, useState } from "react";
import type { CSSProperties, KeyboardEvent, ReactNode, SyntheticEvent } from "react";
import { classed } from "../display/classed.tsx";
import { useT } from "../../i18n/useT.ts";
import { DialogAnswerContext, type DialogSubmit, useDialogAnswer } from "./dialogAnswer.ts";
import { useGiveWay } from "./giveWay.ts";
import { useUnsavedText } from "./unsavedText.ts";

const Form = classed("form", "dialog-form");

interface Props {
  open?: boolean;
  title: string;
  /** What is wrong beside the server's answer to this dialog. */
  refused?: string | null | undefined;
  children: ReactNode;
  /** The body is a text: screen readers read it together with the title. */
  isText?: boolean;
  footer?: ReactNode;
  /** Null where there is nothing to cancel. */
  cancelLabel?: string | null;
  submitLabel: string;
  /** Closes the dialog: also after the answer to `onSubmit`, if that is a promise. */
  onCancel: () => void;
  onEscape?: () => void;
  onSubmit: DialogSubmit;
  onSubmitNext?: () => void;
  submitDisabled?: boolean;
  persistent?: boolean;
  /** A click outside does not close the dialog, so that typed text is not lost. */
  keepOnOutsideClick?: boolean;
  width?: number;
  danger?: boolean;
  /** Closes the dialog for a file or a table that its user drops or pastes; absent while nothing is taken. */
  onGiveWay?: (() => void) | undefined;
  /** On a phone it leaves the page in sight above it. */
  sheet?: boolean;
}

/** The focus moves to the first field, or without fields to the primary action, and returns at the end. */
export function FormDialog(props: Props) {
  const {
    open = true,
    title,
    refused = null,
    children,
    width = 440,
    persistent = false,
    sheet = false,
  } = props;
  const [titleId, textId] = [useId(), useId()];
  const answer = useDialogAnswer(open, props.onCancel);
  const { busy } = answer;
  const shownRefusal = answer.refused ?? refused;
  const form = useRef<HTMLFormElement>(null);
  const small = useMediaQuery(phoneQuery);
  const [hasInput, setHasInput] = useState(false);
  if (!open && hasInput) setHasInput(false);
  useUnsavedText(hasInput);
  useGiveWay(open ? props.onGiveWay : undefined);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // React bubbles the submit through the component tree: it must not reach an enclosing form.
    event.stopPropagation();
    // Ignores the second click of a double click, which arrives while the dialog closes.
    if (open && !busy && props.submitDisabled !== true) answer.submit(props.onSubmit);
  };
  const focusFirst = () => {
    const field = form.current?.querySelector<HTMLElement>(
      "input:not([type=hidden], [aria-hidden]):not(:disabled), textarea:not(:disabled):not([aria-hidden])",
    );
    // Without a field, Enter reaches the form from the primary action only.
    (field ?? form.current?.querySelector<HTMLElement>("button[type=submit]"))?.focus();
  };
  return (
    <Dialog
      open={open}
      fullScreen={small && !sheet}
      aria-labelledby={titleId}
      aria-describedby={props.isText === true ? textId : undefined}
      onClose={(_event, reason) => {
        if (persistent || busy || (props.keepOnOutsideClick === true && reason === "backdropClick")) return;
        (reason === "escapeKeyDown" ? (props.onEscape ?? props.onCancel) : props.onCancel)();
      }}
      slotProps={{
        paper: {
          className: small && sheet ? "form-dialog sheet" : "form-dialog",
          // Also while it closes.
          ...(props.onGiveWay !== undefined && { "data-gives-way": true }),
          style: { "--dialog-width": `${width}px` } as CSSProperties,
        },
        transition: { onEntering: focusFirst },
      }}
    >
      <DialogAnswerContext value={answer}>
        <Form
          ref={form}
          noValidate
          onSubmit={submit}
          onInput={() => setHasInput(true)}
          onKeyDown={(event) => submitByKey(event, submit, props.onSubmitNext)}
        >
          <DialogTitle id={titleId}>{title}</DialogTitle>
          <DialogContent id={textId} className="dialog-fields">
            {shownRefusal !== null && <Alert severity="error">{shownRefusal}</Alert>}
            {children}
          </DialogContent>
          <FormActions {...props} busy={busy} />
        </Form>
      </DialogAnswerContext>
    </Dialog>
  );
}

/** A held Enter only types new lines: it may be the press that opened the dialog. */
function submitByKey(
  event: KeyboardEvent,
  submit: (event: SyntheticEvent) => void,
  submitNext: (() => void) | undefined,
): void {
  if (event.key !== "Enter" || event.defaultPrevented) return;
  const command = event.ctrlKey || event.metaKey;
  if (event.repeat) {
    if (command || !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
    return;
  }
  if (!command) return;
  if (!event.shiftKey || submitNext === undefined) submit(event);
  else {
    event.preventDefault();
    submitNext();
  }
}

function FormActions({
  footer,
  cancelLabel,
  submitLabel,
  onCancel,
  submitDisabled = false,
  busy,
  danger = false,
}: Props & { busy: boolean }) {
  const t = useT();
  // What was sent goes on after the dialog is closed.
  const usualCancel = t(busy ? "common.close" : "common.cancel");
  return (
    <DialogActions>
      {footer !== undefined && <div className="dialog-footer">{footer}</div>}
      {/* Together, also in a second row below the footer. */}
      <div className="dialog-buttons">
        {cancelLabel !== null && (
          <Button onClick={onCancel} color="inherit">
            {cancelLabel ?? usualCancel}
          </Button>
        )}
        <Button
          type="submit"
          variant="contained"
          color={danger ? "error" : "primary"}
          disabled={submitDisabled}
          loading={busy}
        >
          {submitLabel}
        </Button>
      </div>
    </DialogActions>
  );
}

/** For the footer of a dialog: sends something else than its submit button. */
export function OtherAnswer({ children, onSubmit }: { children: ReactNode; onSubmit: DialogSubmit }) {
  const { busy, submit } = useContext(DialogAnswerContext);
  return (
    <Button color="inherit" disabled={busy} onClick={() => submit(onSubmit)}>
      {children}
    </Button>
  );
}
