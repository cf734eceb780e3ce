export const optionsPanel = "options";
