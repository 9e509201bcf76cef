/** Prints how far a long work has come: on a terminal one line that is written over, elsewhere a line now and then. */
export class ProgressMeter {
  readonly #startedMs = performance.now();
  #printedMs = Number.NEGATIVE_INFINITY;
  #open = false;

  /** `unit` names what is counted, in the plural. */
  constructor(
    private readonly title: string,
    private readonly unit: string,
    private readonly out: NodeJS.WriteStream = process.stderr,
  ) {}

  show(done: number, total: number): void {
    const last = done >= total;
    const seconds = (performance.now() - this.#startedMs) / 1000;
    this.#print(progressLine(this.title, this.unit, done, total, seconds), last);
    if (last) this.end();
  }

  /** A step of work without a known end. */
  tell(what: string): void {
    this.#print(`${this.title}: ${what}`, false);
  }

  #print(line: string, isLast: boolean): void {
    const now = performance.now();
    if (!isLast && now - this.#printedMs < (this.out.isTTY ? 200 : 10_000)) return;
    this.#printedMs = now;
    if (!this.out.isTTY) {
      this.out.write(`${line}\n`);
      return;
    }
    this.out.write(`\r\u001b[2K${line}`);
    this.#open = true;
  }

  /** Ends the line that is being written over, so that what follows starts on its own. */
  end(): void {
    if (this.#open) this.out.write('\n');
    this.#open = false;
  }
}

/** The line itself: count, share, rate and time left. */
export function progressLine(
  title: string,
  unit: string,
  done: number,
  total: number,
  elapsedS: number,
): string {
  const share = total === 0 ? 100 : Math.floor((done / total) * 100);
  const rate = elapsedS > 0 ? done / elapsedS : 0;
  const left = rate > 0 ? duration((total - done) / rate) : 'unknown';
  return `${title}: ${done} of ${total} ${unit} (${share} %), ${rate.toFixed(rate < 10 ? 1 : 0)} ${unit}/s, ${left} left`;
}

/** Seconds in words: `45 s`, `12 min`, `3 h 05 min`, `2 d 4 h`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${String(minutes % 60).padStart(2, '0')} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Bytes in words, decimal units. */
export function byteSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(unit === 0 || value >= 100 ? 0 : 1)} ${units[unit]}`;
}
