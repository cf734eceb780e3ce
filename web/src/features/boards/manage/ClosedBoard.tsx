import "./closed-board.css";
import { cleanLine } from "@retro/contract/clean-text";
import { type BinnedBoard, binnedBoard, passphraseRefusal } from "@retro/contract/boards";
import { useId, useState, type SyntheticEvent } from "react";
import { Link } from "../../../routes/router.tsx";
import { api, asApiError } from "../../../api/client.ts";
import { dateLocale } from "../../../i18n/dateLocale.ts";
import { currentLocale } from "../../../i18n/i18n.ts";
import { useT } from "../../../i18n/useT.ts";
import { paths } from "../../../routes/paths.ts";
import { useTitle } from "../../../routes/useTitle.ts";
import { Button } from "../../../ui/controls/Button.tsx";

interface Props {
  boardId: string;
  code: string;
  data: unknown;
  spaceKey?: string | undefined;
}

/** Instead of a board that has a passphrase which the user has not given [M5], or that is in the bin [M4]. */
export function ClosedBoard({ boardId, code, data, spaceKey }: Props) {
  useTitle("Retro");
  const refusal = passphraseRefusal.safeParse(data);
  return (
    <div className="closed-board">
      {code === "board_in_bin" ? (
        <InBin boardId={boardId} bin={binnedBoard.parse(data)} />
      ) : (
        <>
          <PassphraseForm boardId={boardId} setBy={refusal.data?.set_by} />
          {refusal.data?.may_remove === true && <PassphraseRemoval boardId={boardId} spaceKey={spaceKey} />}
        </>
      )}
    </div>
  );
}

/** Opens the board anew, with a new connection: the old one may not join the board. */
function reopen(): void {
  location.reload();
}

/** Asks first, because the board then opens for everyone with the link. */
function PassphraseRemoval({ boardId, spaceKey }: Pick<Props, "boardId" | "spaceKey">) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await api.put(`boards/${boardId}/passphrase`, { passphrase: null }, { spaceKey });
      reopen();
    } catch (error) {
      setProblem(asApiError(error).message);
      setBusy(false);
    }
  };
  if (!asking)
    return (
      <Button variant="outlined" onClick={() => setAsking(true)}>
        {`${t("manage.passphraseRemove")}…`}
      </Button>
    );
  return (
    <>
      <p role="status">{t("manage.passphraseRemoveAsk")}</p>
      <p className="problem" role="alert">
        {problem}
      </p>
      <Button variant="outlined" aria-busy={busy} aria-disabled={busy} onClick={() => void remove()}>
        {t("manage.passphraseRemove")}
      </Button>
    </>
  );
}

function PassphraseForm({ boardId, setBy }: { boardId: string; setBy: string | undefined }) {
  const t = useT();
  const id = useId();
  const [passphrase, setPassphrase] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await api.post(`boards/${boardId}/pass`, { passphrase });
      reopen();
    } catch (thrown) {
      const error = asApiError(thrown);
      setProblem(error.errors["passphrase"]?.[0] ?? error.message);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <h1>{t("error.passphrase_required")}</h1>
      {setBy !== undefined && <p>{t("manage.passphraseSetBy", { name: setBy })}</p>}
      <p>{t("manage.passphraseAsk")}</p>
      <label htmlFor={id}>{t("manage.passphrase")}</label>
      <input
        id={id}
        type="password"
        autoComplete="off"
        // The page has nothing else to do.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={passphrase}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        onChange={(event) => {
          setPassphrase(event.target.value);
          setProblem(null);
        }}
      />
      <p id={`${id}-problem`} className="problem" role="alert">
        {problem}
      </p>
      <Button type="submit" variant="contained" aria-busy={busy} disabled={cleanLine(passphrase) === ""}>
        {t("manage.openBoard")}
      </Button>
    </form>
  );
}

function InBin({ boardId, bin }: { boardId: string; bin: BinnedBoard }) {
  const t = useT();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const restore = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await api.put(`boards/${boardId}/restore`);
      reopen();
    } catch (error) {
      setProblem(asApiError(error).message);
      setBusy(false);
    }
  };
  return (
    <>
      <h1>{t("error.board_in_bin")}</h1>
      <p>
        {t(bin.may_restore ? "manage.inBinOwn" : "manage.inBinOther", {
          date: new Date(bin.bin_until).toLocaleDateString(dateLocale(currentLocale()), {
            dateStyle: "long",
          }),
        })}
      </p>
      <p className="problem" role="alert">
        {problem}
      </p>
      {bin.may_restore && (
        <Button variant="contained" aria-busy={busy} aria-disabled={busy} onClick={() => void restore()}>
          {t("manage.restore")}
        </Button>
      )}
      <Link to={paths.index()}>{t("boards.mine")}</Link>
    </>
  );
}
