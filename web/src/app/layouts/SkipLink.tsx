import "./layout.css";
import { useT } from "../../i18n/useT.ts";

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
