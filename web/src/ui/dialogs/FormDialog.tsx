import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { phoneQuery, useMediaQuery } from "../device/useMediaQuery.ts";
import { useId, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode, SyntheticEvent } from "react";
import { useUnsavedText } from "./unsavedText.ts";

interface Props {
  open: boolean;
  title: string;
  children: ReactNode;
  /** The body is a text: screen readers read it together with the title. */
  isText?: boolean;
  /** Secondary text at the left of the actions. */
  footer?: ReactNode;
  /** Left out where there is nothing to cancel. */
  cancelLabel?: string;
  submitLabel: string;
  onCancel: () => void;
  /** Called instead of `onCancel` by Escape. */
  onEscape?: () => void;
  onSubmit: () => void;
  /** Called by Ctrl+Shift+Enter. */
  onSubmitNext?: () => void;
  submitDisabled?: boolean;
  busy?: boolean;
  /** Neither Escape nor a click outside closes the dialog. */
  persistent?: boolean;
  /** A click outside does not close the dialog, so that typed text is not lost. */
  keepOnOutsideClick?: boolean;
  width?: number;
  /** The primary action deletes something. */
  danger?: boolean;
}

/**
 * A form in a dialog: title, body, actions at the right with the primary one last. Enter submits; Escape cancels unless `persistent`. The
 * focus moves to the first field, or without fields to the primary action, and returns at the end. Below 600 px the dialog fills the
 * screen.
 */
export function FormDialog(props: Props) {
  const { open, title, children, width = 440, persistent = false, busy = false } = props;
  const [titleId, textId] = [useId(), useId()];
  const form = useRef<HTMLFormElement>(null);
  const small = useMediaQuery(phoneQuery);
  const [hasInput, setHasInput] = useState(false);
  if (!open && hasInput) setHasInput(false);
  useUnsavedText(hasInput);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // React bubbles the submit through the component tree: it must not reach an enclosing form.
    event.stopPropagation();
    // Ignores the second click of a double click, which arrives while the dialog closes.
    if (open && !busy && props.submitDisabled !== true) props.onSubmit();
  };
  const focusFirst = () => {
    const field = form.current?.querySelector<HTMLElement>(
      "input:not([type=hidden]):not(:disabled), textarea:not(:disabled):not([aria-hidden])",
    );
    // Without a field, Enter reaches the form from the primary action only.
    (field ?? form.current?.querySelector<HTMLElement>("button[type=submit]"))?.focus();
  };
  return (
    <Dialog
      open={open}
      fullScreen={small}
      aria-labelledby={titleId}
      aria-describedby={props.isText === true ? textId : undefined}
      onClose={(_event, reason) => {
        if (persistent || busy || (props.keepOnOutsideClick === true && reason === "backdropClick")) return;
        (reason === "escapeKeyDown" ? (props.onEscape ?? props.onCancel) : props.onCancel)();
      }}
      slotProps={{
        paper: {
          sx: {
            width: small ? "100%" : width,
            maxWidth: small ? "100%" : "calc(100vw - 32px)",
            m: small ? 0 : 4,
          },
        },
        transition: { onEntering: focusFirst },
      }}
    >
      <Box
        component="form"
        ref={form}
        noValidate
        onSubmit={submit}
        onInput={() => setHasInput(true)}
        onKeyDown={(event) => submitByKey(event, submit, props.onSubmitNext)}
        sx={{ display: "flex", flexDirection: "column", minHeight: 0, flex: 1 }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent id={textId} sx={{ flex: 1, display: "flex", flexDirection: "column", gap: 4 }}>
          {children}
        </DialogContent>
        <FormActions {...props} />
      </Box>
    </Dialog>
  );
}

/**
 * Submits on Ctrl+Enter, from within a text of several lines too. A held Enter only types new lines: it may be the press that opened the
 * dialog.
 */
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
  busy = false,
  danger = false,
}: Props) {
  return (
    <DialogActions>
      {footer !== undefined && <Box sx={{ mr: "auto" }}>{footer}</Box>}
      {/* Together, also in a second row below the footer. */}
      <Box sx={{ display: "flex", flexShrink: 0, gap: 2, ml: "auto" }}>
        {cancelLabel !== undefined && (
          <Button onClick={onCancel} color="inherit">
            {cancelLabel}
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
      </Box>
    </DialogActions>
  );
}
