/** A part of a URL without its percent encoding; as it is where that is none. */
export function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
