import CloseOutlined from "@mui/icons-material/CloseOutlined";
import Box from "@mui/material/Box";
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

/** The help: instructions for touch and mouse, and the keyboard's keys (spec 2.31). */
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
      slotProps={{ paper: { sx: { width: small ? "100%" : 640, maxWidth: "100%" } } }}
    >
      <Box sx={{ display: "flex", alignItems: "center", pr: 4 }}>
        <DialogTitle id={`${id}-title`} sx={{ flex: 1 }}>
          {t("help.title")}
        </DialogTitle>
        <IconAction label={t("common.close")} onClick={onClose}>
          <CloseOutlined />
        </IconAction>
      </Box>
      <Tabs
        value={inputMethod}
        onChange={(_, value: InputMethod) => setInputMethod(value)}
        aria-label={t("help.ways")}
        sx={{ px: 4, flex: "none", borderBottom: 1, borderColor: "divider" }}
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
        sx={{ height: small ? "auto" : 480 }}
      >
        {inputMethod === "keyboard" ? <ShortcutList /> : <TopicList inputMethod={inputMethod} />}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onFeedback} sx={{ mr: "auto" }}>
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
    <Box key={title} component="section" aria-labelledby={`${id}-${i}`} sx={{ mt: i === 0 ? 0 : 6 }}>
      <Typography component="h3" variant="subtitle1" id={`${id}-${i}`} sx={{ mb: 3 }}>
        {t(title)}
      </Typography>
      <Box
        component="ul"
        sx={{ listStyle: "none", m: 0, p: 0, display: "flex", flexDirection: "column", gap: 4 }}
      >
        {topics.map((topic) => (
          <TopicItem key={topic.title} topic={topic} inputMethod={inputMethod} />
        ))}
      </Box>
    </Box>
  ));
}

function TopicItem({ topic, inputMethod }: { topic: Topic; inputMethod: "touch" | "mouse" }) {
  const t = useT();
  return (
    <Box component="li" sx={{ display: "flex", gap: 4, alignItems: "flex-start" }}>
      <TopicDrawing name={topic.drawing} />
      <Box>
        <Box component="h4" sx={{ m: 0, fontSize: "0.875rem", lineHeight: "20px", fontWeight: 600 }}>
          {t(topic.title)}
        </Box>
        <Box component="p" sx={{ m: 0, mt: 1, color: "text.secondary" }}>
          {t(topic.text[inputMethod])}
        </Box>
      </Box>
    </Box>
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
      <Typography sx={{ mt: 4, color: "text.secondary" }}>
        {t(singleKeys ? "help.singleKeys" : "help.singleKeysOff", { setting })}
      </Typography>
    </>
  );
}

function KeyList({ shown }: { shown: readonly Shortcut[] }) {
  const t = useT();
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: "grid",
        gridTemplateColumns: "minmax(96px, auto) 1fr",
        gap: "12px 16px",
        alignItems: "baseline",
      }}
    >
      {shown.map(({ keys, text }) => (
        <Box key={text} sx={{ display: "contents" }}>
          <Box component="dt" sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
            {keys.map((key) => (
              <Box
                key={key}
                component="kbd"
                sx={{
                  font: "inherit",
                  fontWeight: 600,
                  px: 2,
                  minWidth: 28,
                  textAlign: "center",
                  borderRadius: "6px",
                  border: 1,
                  borderColor: "divider",
                  bgcolor: "action.hover",
                }}
              >
                {key}
              </Box>
            ))}
          </Box>
          <Box component="dd" sx={{ m: 0 }}>
            {t(text)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
