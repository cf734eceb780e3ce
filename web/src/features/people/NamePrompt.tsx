import { useState } from "react";
import { useUser } from "../../api/user.ts";
import { lazyPart, optionalPart } from "../../ui/loading/lazy.tsx";
import { recall, remember } from "../../device/deviceMemory.ts";

const NameBar = lazyPart(() => import("./NameBar.tsx"), "NameBar", optionalPart);
const key = "retro.keptName";

export function NamePrompt() {
  const { id, role } = useUser();
  const [keptBy, setKeptBy] = useState(() => recall(key));
  if (role !== "anonymous" || keptBy === id) return null;
  const keep = () => {
    remember(key, id);
    setKeptBy(id);
  };
  return <NameBar onKeep={keep} />;
}
