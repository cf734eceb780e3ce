import "./sidePanel.css";
import CloseOutlined from "@mui/icons-material/CloseOutlined";
import { useEffect, useId, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { createPortal } from "react-dom";
import { useT } from "../../i18n/useT.ts";
import { useExternalStore } from "../externalStore.ts";
import { IconAction } from "../controls/IconAction.tsx";
import { focusNextFrame } from "../focus/focusNextFrame.ts";
import { closeSidePanel, sidePanelSlot, useIsBesideBoard } from "./sidePanelState.ts";

interface Props {
  name: string;
  title: string;
  children: ReactNode;
  /** Beside the board it is a dialog too, not a part of the page. */
  dialog?: boolean;
  footer?: ReactNode;
}

/** Where there is room it is beside the board, which stays usable; else it is a modal drawer over the board. */
export function SidePanel({ name, ...content }: Props) {
  const slot = useExternalStore(sidePanelSlot);
  useEffect(() => () => closeWhenGone(name), [name]);
  return slot === null ? null : createPortal(<Panel name={name} {...content} slot={slot} />, slot);
}

function Panel({ name, title, children, dialog = false, footer, slot }: Props & { slot: HTMLElement }) {
  const t = useT();
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const wide = useIsBesideBoard();
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => (wide ? undefined : disableRest(slot)), [wide, slot]);
  const close = () => closeAndReturnFocus(name);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    close();
  };
  return (
    <>
      {!wide && <div className="side-panel-scrim" role="presentation" onClick={close} />}
      {/* Escape bubbles up to it from the controls inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={panel}
        className="side-panel"
        role={wide && !dialog ? "complementary" : "dialog"}
        aria-modal={wide ? undefined : true}
        aria-labelledby={titleId}
        tabIndex={-1}
        data-side-panel-of={name}
        onKeyDown={onKeyDown}
      >
        {/* Inside a dialog a header would count as the banner of the page. */}
        <header role="presentation">
          <h2 id={titleId}>{title}</h2>
          <IconAction icon={CloseOutlined} label={t("common.close")} onClick={close} />
        </header>
        <div className="side-panel-body">{children}</div>
        {footer !== undefined && footer !== false && <footer>{footer}</footer>}
      </section>
    </>
  );
}

/** While the panel is modal. Messages are outside of the layout and stay usable. */
function disableRest(slot: HTMLElement): () => void {
  const disabled = [...(slot.parentElement?.children ?? [])].filter(
    (element): element is HTMLElement =>
      element !== slot && element instanceof HTMLElement && !element.hasAttribute("inert"),
  );
  for (const element of disabled) element.setAttribute("inert", "");
  return () => {
    for (const element of disabled) element.removeAttribute("inert");
  };
}

function closeAndReturnFocus(name: string): void {
  const opener = closeSidePanel(name);
  // The rest of the page takes the focus only after React has removed the modal panel.
  focusNextFrame(() => {
    // On a narrow screen the opener is in a closed panel "More"; it may also be gone.
    const more = opener
      ?.closest("[data-collapsed]")
      ?.querySelector<HTMLElement>(":scope > .more-button button");
    for (const target of [opener, more, document.querySelector<HTMLElement>("main")]) {
      target?.focus();
      if (document.activeElement === target) return;
    }
  });
}

/** React's strict mode unmounts and mounts again at once; that is no close. */
function closeWhenGone(name: string): void {
  queueMicrotask(() => {
    if (document.querySelector(`[data-side-panel-of="${CSS.escape(name)}"]`) === null) closeSidePanel(name);
  });
}
