import "../spaces.css";
import { type ComponentType, useState } from "react";
import { Link } from "../../../routes/router.tsx";
import { useT } from "../../../i18n/useT.ts";
import { paths } from "../../../routes/paths.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { useExternalStore } from "../../../ui/externalStore.ts";
import { lazyPart } from "../../../ui/loading/lazy.tsx";
import { knownSpaces } from "../knownSpaces.ts";

const NewSpaceDialog = lazyPart(() => import("../NewSpaceDialog.tsx"), "NewSpaceDialog");

interface Props {
  onOpen: (key: string) => void;
  /** Opens in place of the form, for a guest who has to sign in first. */
  Instead?: ComponentType<{ onClose: () => void }> | undefined;
}

export function TeamSpaces({ onOpen, Instead }: Props) {
  const t = useT();
  const spaces = useExternalStore(knownSpaces);
  const [creating, setCreating] = useState(false);
  return (
    <section className="team-spaces" aria-labelledby="team-spaces">
      <div className="words">
        <h2 id="team-spaces">{t("spaces.heading")}</h2>
        <p className="hint">{t("spaces.hint")}</p>
      </div>
      {spaces.length > 0 && (
        <ul>
          {spaces.map(({ key, name }) => (
            <li key={key}>
              <Link to={paths.space(key)} dir="auto">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Button variant="outlined" aria-haspopup="dialog" onClick={() => setCreating(true)}>
        {t("spaces.new")}
      </Button>
      {creating && Instead && <Instead onClose={() => setCreating(false)} />}
      {creating && !Instead && (
        <NewSpaceDialog
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false);
            onOpen(key);
          }}
        />
      )}
    </section>
  );
}
