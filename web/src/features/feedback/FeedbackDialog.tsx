import { useState } from "react";
import { FeedbackForm } from "./FeedbackForm.tsx";

/** "Leave Feedback" (spec 2.33 and 2.34). Each opening is a new form with the user's name. */
export function FeedbackDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [was, setWas] = useState(open);
  const [opening, setOpening] = useState(0);
  if (open !== was) {
    setWas(open);
    if (open) setOpening(opening + 1);
  }
  return <FeedbackForm key={opening} open={open} onClose={onClose} />;
}
