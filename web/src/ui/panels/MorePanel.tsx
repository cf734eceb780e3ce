import "./more-panel.css";
import MoreVertOutlined from "@mui/icons-material/MoreVertOutlined";
import { useEffect, useId, useRef, useState } from "react";
import type { ReactNode, Ref } from "react";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../controls/IconAction.tsx";
import { isModalOpen } from "../dialogs/modals.ts";

interface Props {
  collapsed: boolean;
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/** The controls keep their state when they move, because only the style changes. */
export function MorePanel({ collapsed, children, ref }: Props) {
  const t = useT();
  const id = useId();
  const [opened, setOpened] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const open = opened && collapsed;
  useEffect(
    () => (open && root.current !== null ? closeOnLeave(root.current, () => setOpened(false)) : undefined),
    [open],
  );
  return (
    <div
      className="more"
      data-collapsed={collapsed ? "" : undefined}
      data-open={open ? "" : undefined}
      ref={root}
    >
      {collapsed && (
        <span className="more-button">
          <IconAction
            icon={MoreVertOutlined}
            label={t("common.more")}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpened(!open)}
          />
        </span>
      )}
      <div className="more-panel" id={id} ref={ref}>
        {children}
      </div>
    </div>
  );
}

/** The focus returns to the panel's button if it would be lost. */
function closeOnLeave(root: HTMLElement, close: () => void): () => void {
  const isElsewhere = (target: EventTarget | null) =>
    target instanceof Element && !root.contains(target) && target.closest("body > .MuiModal-root") === null;
  const closeAndRefocus = () => {
    const at = document.activeElement;
    if (at === null || at === document.body || root.contains(at))
      root.querySelector<HTMLElement>(":scope > .more-button button")?.focus();
    close();
  };
  const onPress = (event: Event) => {
    if (isElsewhere(event.target)) close();
  };
  const onFocusOut = (event: FocusEvent) => {
    if (isElsewhere(event.relatedTarget)) close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented && !isModalOpen()) closeAndRefocus();
  };
  let modalSeen = false;
  const modals = new MutationObserver(() => {
    if (isModalOpen()) modalSeen = true;
    else if (modalSeen) closeAndRefocus();
  });
  document.addEventListener("pointerdown", onPress);
  root.addEventListener("focusout", onFocusOut);
  document.addEventListener("keydown", onKeyDown);
  modals.observe(document.body, { childList: true });
  return () => {
    document.removeEventListener("pointerdown", onPress);
    root.removeEventListener("focusout", onFocusOut);
    document.removeEventListener("keydown", onKeyDown);
    modals.disconnect();
  };
}
