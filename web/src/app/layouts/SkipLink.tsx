import "./layout.css";
import { useT } from "../../i18n/useT.ts";

/** The first Tab stop: skips the bars and moves the focus to the page's main content. */
export function SkipLink() {
  const t = useT();
  return (
    <a
      className="skip-link"
      href="#main"
      onClick={(event) => {
        // The fragment of a space's address is its key.
        event.preventDefault();
        document.getElementById("main")?.focus();
      }}
    >
      {t("shell.skip")}
    </a>
  );
}
