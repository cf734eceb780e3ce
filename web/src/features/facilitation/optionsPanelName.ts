/** The name of the side panel with the facilitator's options. */
export const optionsPanel = "options";
