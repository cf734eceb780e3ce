import { useState } from "react";
import { FeedbackForm } from "./FeedbackForm.tsx";

export function FeedbackDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [was, setWas] = useState(open);
  const [opening, setOpening] = useState(0);
  if (open !== was) {
    setWas(open);
    if (open) setOpening(opening + 1);
  }
  return <FeedbackForm key={opening} open={open} onClose={onClose} />;
}
