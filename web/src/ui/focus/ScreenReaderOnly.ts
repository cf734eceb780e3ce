import { classed } from "../display/classed.tsx";

/** Content for screen readers only. */
export const ScreenReaderOnly = classed("span", "sr-only");
