import "./connection-indicator.css";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { useEffect, useRef, useState } from "react";
import { useBoardState } from "../../../board-state/boardHooks.ts";
import type { ConnectionPhase, ConnectionStatus } from "../../../board-state/types.ts";
import { dateLocale } from "../../../i18n/dateLocale.ts";
import { type Translate, useLocale, useT } from "../../../i18n/useT.ts";
import { ScreenReaderOnly } from "../../../ui/focus/ScreenReaderOnly.ts";
import { tip } from "../../../ui/tooltips/tip.ts";
import { phoneQuery, useMediaQuery } from "../../../ui/device/useMediaQuery.ts";
import { useHasUnsavedText } from "../../../ui/dialogs/unsavedText.ts";

/** A phase that ends within this time, in milliseconds, is not announced. */
const announceAfterMs = 1000;

interface PhaseMessages {
  short: MessageKey;
  long: MessageKey;
  hint: MessageKey;
}
const phaseMessages: Record<ConnectionPhase, PhaseMessages> = {
  live: { short: "board.live", long: "board.live", hint: "board.liveHint" },
  connecting: { short: "board.connecting", long: "board.connecting", hint: "board.connectingHint" },
  reconnecting: {
    short: "board.reconnecting",
    long: "board.reconnectingSince",
    hint: "board.reconnectingHint",
  },
  polling: { short: "board.pollingShort", long: "board.polling", hint: "board.pollingHint" },
  offline: { short: "board.offline", long: "board.offlineSince", hint: "board.offlineHint" },
  restarting: { short: "board.restartingShort", long: "board.restarting", hint: "board.restartingHint" },
  outdated: { short: "board.outdated", long: "board.outdated", hint: "board.outdatedHint" },
};

interface Texts {
  short: string;
  long: string;
  hint: string;
  /** Null while no change waits, and while the connection is live. */
  waiting: string | null;
}

function textsOf({ phase, since, waiting }: ConnectionStatus, t: Translate, locale: string): Texts {
  return {
    short: t(phaseMessages[phase].short),
    long: t(
      phaseMessages[phase].long,
      namesTime(phase) && since !== null ? { time: timeOfDay(since, locale) } : {},
    ),
    hint: t(phaseMessages[phase].hint),
    waiting: waiting === 0 || phase === "live" ? null : t("board.waiting", { count: waiting }),
  };
}

/** The others skip the format, which takes 10 ms to create, before the first paint too. */
const namesTime = (phase: ConnectionPhase): boolean => phase === "reconnecting" || phase === "offline";

function timeOfDay(at: number, locale: string): string {
  return new Intl.DateTimeFormat(dateLocale(locale), { hour: "2-digit", minute: "2-digit" }).format(at);
}

export function ConnectionIndicator() {
  const t = useT();
  const locale = useLocale();
  const narrow = useMediaQuery(phoneQuery);
  const status = useBoardState((state) => state.connectionStatus);
  const unsaved = useHasUnsavedText();
  const texts = textsOf(status, t, locale);
  const { short, long, hint, waiting } = texts;
  const reload = status.phase === "outdated" && status.waiting === 0 && !unsaved;
  const announced = useAnnouncement(status.phase, texts);
  return (
    <>
      <span
        className={`connection ${status.phase}`}
        {...tip([long, waiting, hint].filter((part) => part !== null).join("\n"))}
      >
        <span className="words">
          <span className="part">{narrow ? short : long}</span>
          {waiting !== null && <span className="part">&nbsp;· {waiting}</span>}
        </span>
        {reload && (
          <button className="connection-reload" type="button" onClick={() => location.reload()}>
            {t("shell.reload")}
          </button>
        )}
      </span>
      <ScreenReaderOnly role="status">{announced}</ScreenReaderOnly>
    </>
  );
}

/** The text of the live region. It changes only with the phase, and not for a phase that ends at once. */
function useAnnouncement(phase: ConnectionPhase, texts: Texts): string {
  const [announced, setAnnounced] = useState("");
  const latest = useRef(texts);
  // The first connection is not announced.
  const announcedPhase = useRef<ConnectionPhase>(phase === "connecting" ? "live" : phase);
  useEffect(() => {
    latest.current = texts;
  });
  useEffect(() => {
    const timer = setTimeout(() => {
      if (announcedPhase.current === phase) return;
      announcedPhase.current = phase;
      const { long, hint, waiting } = latest.current;
      setAnnounced([long, waiting, hint].filter((part) => part !== null).join(". "));
    }, announceAfterMs);
    return () => clearTimeout(timer);
  }, [phase]);
  return announced;
}
