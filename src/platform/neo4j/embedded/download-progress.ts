const DOWNLOADED = /Downloaded from .* \((\d+(?:\.\d+)?) (B|[kMG]B)\b/;
const MEGABYTES: Readonly<Record<string, number>> = { B: 1e-6, kB: 1e-3, MB: 1, GB: 1e3 };

/** How much Maven has downloaded, from the lines it writes. */
export class DownloadProgress {
  #megabytes = 0;

  /** Whole ones. */
  get megabytes(): number {
    return Math.floor(this.#megabytes);
  }

  note(line: string): void {
    const [, amount, unit] = DOWNLOADED.exec(line) ?? [];
    if (amount !== undefined && unit !== undefined) this.#megabytes += Number(amount) * MEGABYTES[unit]!;
  }
}
