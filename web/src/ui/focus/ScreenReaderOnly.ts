import { classed } from "../display/classed.tsx";

export const ScreenReaderOnly = classed("span", "sr-only");
