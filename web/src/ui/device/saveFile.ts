export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  // By then the download has begun in every browser; some need the address a moment longer.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
