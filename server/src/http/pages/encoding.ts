export type Encoding = "br" | "gzip" | "identity";

export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const wishes = String(header ?? "")
    .split(",")
    .map((wish) => wish.trim().toLowerCase())
    .filter((wish) => !/;\s*q=0(?:\.0*)?$/.test(wish))
    .map((wish) => wish.split(";", 1)[0]);
  if (wishes.includes("br")) return "br";
  return wishes.includes("gzip") ? "gzip" : "identity";
}
