export const textColors = [
  { key: "black", value: "#1d1b24" },
  { key: "white", value: "#ffffff" },
  { key: "red", value: "#b71c1c" },
  { key: "pink", value: "#ad1457" },
  { key: "purple", value: "#5e35b1" },
  { key: "blue", value: "#1565c0" },
  { key: "teal", value: "#006978" },
  { key: "green", value: "#2e7d32" },
  { key: "grey", value: "#546e7a" },
] as const;

export const fontSizes = [12, 14, 16, 18, 20, 24, 28, 32] as const;
