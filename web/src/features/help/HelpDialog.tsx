import "./help.css";
import CloseOutlined from "@mui/icons-material/CloseOutlined";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { phoneQuery, useMediaQuery } from "../../ui/device/useMediaQuery.ts";
import { useId, useState } from "react";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { TopicDrawing } from "./TopicDrawing.tsx";
import { useSingleKeys } from "../../ui/focus/singleKeys.ts";
import { defaultInputMethod, shortcuts, topicGroups } from "./topics.ts";
import type { InputMethod, Shortcut, Topic } from "./topics.ts";

interface Props {
  open: boolean;
  onClose: () => void;
  onFeedback: () => void;
}

export function HelpDialog({ open, onClose, onFeedback }: Props) {
  const t = useT();
  const id = useId();
  const [inputMethod, setInputMethod] = useState<InputMethod>(() => defaultInputMethod(window.innerWidth));
  const small = useMediaQuery(phoneQuery);
  const tab = (value: InputMethod, label: string) => (
    <Tab value={value} label={label} id={`${id}-${value}`} aria-controls={`${id}-panel`} />
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      fullScreen={small}
      aria-labelledby={`${id}-title`}
      slotProps={{ paper: { className: "help-dialog" } }}
    >
      <div className="help-head">
        <DialogTitle id={`${id}-title`} className="help-title">
          {t("help.title")}
        </DialogTitle>
        <IconAction icon={CloseOutlined} label={t("common.close")} onClick={onClose} />
      </div>
      <Tabs
        value={inputMethod}
        onChange={(_, value: InputMethod) => setInputMethod(value)}
        aria-label={t("help.ways")}
        className="help-ways"
      >
        {tab("touch", t("help.touch"))}
        {tab("mouse", t("help.mouse"))}
        {tab("keyboard", t("help.keyboard"))}
      </Tabs>
      <DialogContent
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${inputMethod}`}
        tabIndex={0}
        className="help-content"
      >
        {inputMethod === "keyboard" ? <ShortcutList /> : <TopicList inputMethod={inputMethod} />}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onFeedback} className="help-feedback">
          {t("help.feedback")}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {t("help.done")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function TopicList({ inputMethod }: { inputMethod: "touch" | "mouse" }) {
  const t = useT();
  const id = useId();
  return topicGroups.map(({ title, topics }, i) => (
    <section key={title} aria-labelledby={`${id}-${i}`} className="help-topic">
      <Typography component="h3" variant="subtitle1" id={`${id}-${i}`} className="help-topic-title">
        {t(title)}
      </Typography>
      <ul className="help-points">
        {topics.map((topic) => (
          <TopicItem key={topic.title} topic={topic} inputMethod={inputMethod} />
        ))}
      </ul>
    </section>
  ));
}

function TopicItem({ topic, inputMethod }: { topic: Topic; inputMethod: "touch" | "mouse" }) {
  const t = useT();
  return (
    <li className="help-point">
      <TopicDrawing name={topic.drawing} />
      <div>
        <h4 className="help-point-title">{t(topic.title)}</h4>
        <p className="help-point-text">{t(topic.text[inputMethod])}</p>
      </div>
    </li>
  );
}

function ShortcutList() {
  const t = useT();
  const singleKeys = useSingleKeys();
  const shown = shortcuts.filter(({ singleKey }) => singleKeys || singleKey !== true);
  const setting = t("user.singleKeys");
  return (
    <>
      <KeyList shown={shown} />
      <Typography className="help-hint">
        {t(singleKeys ? "help.singleKeys" : "help.singleKeysOff", { setting })}
      </Typography>
    </>
  );
}

function KeyList({ shown }: { shown: readonly Shortcut[] }) {
  const t = useT();
  return (
    <dl className="help-keys">
      {shown.map(({ keys, text }) => (
        <div key={text} className="help-key-row">
          <dt className="help-key-names">
            {keys.map((key) => (
              <kbd key={key} className="help-key">
                {key}
              </kbd>
            ))}
          </dt>
          <dd className="help-key-text">{t(text)}</dd>
        </div>
      ))}
    </dl>
  );
}
