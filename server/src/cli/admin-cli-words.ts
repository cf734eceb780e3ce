export function boardIdOf(which: string): string {
  return /(?:^|\/boards\/)([A-Za-z0-9_-]{1,64})(?:[/?#].*)?$/.exec(which.trim())?.[1] ?? "";
}
