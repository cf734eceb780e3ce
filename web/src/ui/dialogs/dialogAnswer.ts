import { createContext, useContext, useEffect, useRef, useState } from "react";
import { errorText, toastError } from "../toasts/toast.ts";

/** What a dialog does after the server's answer; without it, the dialog closes. A closed dialog does neither. */
export type AfterAnswer = void | (() => void);

/** There is more to do in the dialog, such as a field to correct. */
export const stayOpen = (): void => undefined;

/**
 * Sends what a dialog is for, and waits for the server's answer.
 * @param isOpen whether the dialog still waits: the user may have closed it
 */
export type DialogSubmit = (isOpen: () => boolean) => void | Promise<AfterAnswer>;

interface DialogAnswer {
  busy: boolean;
  /** Why the server has refused what was sent. */
  refused: string | null;
  submit: (send: DialogSubmit) => void;
}

/** An answer that comes after Cancel, or in a later opening of the same dialog, changes nothing on the page. */
export function useDialogAnswer(open: boolean, close: () => void): DialogAnswer {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    setBusy(false);
    if (open) setRefused(null);
  }
  const opening = useRef<object | null>(null);
  useEffect(() => {
    if (!open) return undefined;
    opening.current = {};
    return () => {
      opening.current = null;
    };
  }, [open]);

  const waitFor = async (answer: Promise<AfterAnswer>, isOpen: () => boolean) => {
    setBusy(true);
    setRefused(null);
    try {
      const next = await answer;
      if (!isOpen()) return;
      setBusy(false);
      (next ?? close)();
    } catch (error) {
      if (!isOpen()) return toastError(error);
      setBusy(false);
      setRefused(errorText(error));
    }
  };
  const submit = (send: DialogSubmit) => {
    const asked = opening.current;
    const isOpen = () => opening.current === asked;
    const answer = send(isOpen);
    if (answer instanceof Promise) void waitFor(answer, isOpen);
  };
  return { busy, refused, submit };
}

export const DialogAnswerContext = createContext<DialogAnswer>({
  busy: false,
  refused: null,
  submit: () => undefined,
});

/** Whether the dialog around it waits for the server's answer. */
export const useDialogBusy = (): boolean => useContext(DialogAnswerContext).busy;
