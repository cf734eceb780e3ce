import "./part-notice.css";
import { Component } from "react";
import type { ErrorInfo, ReactNode } from "react";
import { createPortal } from "react-dom";
import { translate } from "../../i18n/i18n.ts";
import { OfflineError } from "./chunks.ts";
import { Button } from "../controls/Button.tsx";
import { hasUnsavedText } from "../dialogs/unsavedText.ts";

export function PartLoading() {
  return createPortal(
    <div className="part-notice loading" role="status">
      {translate("shell.partLoading")}
    </div>,
    document.body,
  );
}

interface Props {
  /** Called with each rendering, so that a retry renders what `onRetry` prepared. */
  children: () => ReactNode;
  onRetry: () => void;
  silent: boolean;
}

/** Texts that are missing, or a deploy, fail several parts at once: one notice is shown for all. */
const failedParts = new Set<PartErrorBoundary>();

function retryAll(): void {
  for (const part of failedParts) part.retry();
}

function closeAll(): void {
  for (const part of failedParts) part.setState({ closed: true });
}

/** Contains the failure of one part. Offers a reload only while no dialog has unsaved text. */
export class PartErrorBoundary extends Component<Props, { failed: boolean; closed: boolean }> {
  override state = { failed: false, closed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error("A part of the page failed.", error, info.componentStack);
    // React may show the failure later than it happened, when the network is back and its event is over.
    if (error instanceof OfflineError && navigator.onLine) this.retry();
    else {
      failedParts.add(this);
      addEventListener("online", this.retry);
    }
  }

  override componentWillUnmount(): void {
    failedParts.delete(this);
    removeEventListener("online", this.retry);
  }

  readonly retry = (): void => {
    failedParts.delete(this);
    removeEventListener("online", this.retry);
    this.props.onRetry();
    this.setState({ failed: false, closed: false });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children();
    if (this.props.silent || this.state.closed) return null;
    return createPortal(
      <div className="part-notice" role="alert">
        <span>{translate("shell.partFailed")}</span>
        <Button size="small" onClick={retryAll}>
          {translate("common.retry")}
        </Button>
        {!hasUnsavedText() && (
          <Button size="small" onClick={() => window.location.reload()}>
            {translate("shell.reload")}
          </Button>
        )}
        <Button size="small" color="inherit" onClick={closeAll}>
          {translate("common.close")}
        </Button>
      </div>,
      document.body,
    );
  }
}
