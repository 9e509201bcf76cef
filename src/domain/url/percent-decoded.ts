/** A part of a URL without its percent encoding; unchanged where the encoding is invalid. */
export function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
