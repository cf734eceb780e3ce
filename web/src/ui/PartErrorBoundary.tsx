import Button from "@mui/material/Button";
import { keyframes } from "@emotion/react";
import { styled } from "@mui/material/styles";
import { Component } from "react";
import type { ErrorInfo, ReactNode } from "react";
import { createPortal } from "react-dom";
import { translate } from "../i18n/i18n.ts";
import { hasUnsavedText } from "./unsavedText.ts";

const Notice = styled("div")(({ theme }) => ({
  ...theme.typography.body2,
  position: "fixed",
  left: "50%",
  bottom: "max(16px, env(safe-area-inset-bottom))",
  transform: "translateX(-50%)",
  zIndex: theme.zIndex.snackbar,
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: 8,
  width: "max-content",
  maxWidth: "calc(100vw - 24px)",
  padding: "8px 8px 8px 16px",
  borderRadius: 8,
  boxShadow: theme.shadows[4],
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.error.main}`,
}));

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });
/** Appears only when the fetch takes long enough for the user to notice. */
const LateNotice = styled(Notice)(({ theme }) => ({
  padding: "8px 16px",
  borderColor: theme.vars.palette.divider,
  animation: `${appear} 150ms ease-out 600ms backwards`,
}));

/** Shows that a part of the page is loading. */
export function PartLoading() {
  return createPortal(<LateNotice role="status">{translate("shell.partLoading")}</LateNotice>, document.body);
}

interface Props {
  /** Called with each rendering, so that a retry renders what `onRetry` prepared. */
  children: () => ReactNode;
  /** Prepares a retry. */
  onRetry: () => void;
  /** Shows nothing instead of a failed part: for parts that the page works without. */
  silent: boolean;
}

/**
 * Contains the failure of one part of the page (a dialog, a panel, the toast list), so that the rest keeps working. It says that the part
 * could not be shown and offers a retry. It also offers a reload, unless a dialog holds unsaved text.
 */
export class PartErrorBoundary extends Component<Props, { failed: boolean; closed: boolean }> {
  override state = { failed: false, closed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error("A part of the page failed.", error, info.componentStack);
    addEventListener("online", this.retry);
  }

  override componentWillUnmount(): void {
    removeEventListener("online", this.retry);
  }

  readonly retry = (): void => {
    removeEventListener("online", this.retry);
    this.props.onRetry();
    this.setState({ failed: false, closed: false });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children();
    if (this.props.silent || this.state.closed) return null;
    return createPortal(
      <Notice role="alert">
        <span>{translate("shell.partFailed")}</span>
        <Button size="small" onClick={this.retry}>
          {translate("common.retry")}
        </Button>
        {!hasUnsavedText() && (
          <Button size="small" onClick={() => window.location.reload()}>
            {translate("shell.reload")}
          </Button>
        )}
        <Button size="small" color="inherit" onClick={() => this.setState({ closed: true })}>
          {translate("common.close")}
        </Button>
      </Notice>,
      document.body,
    );
  }
}
