const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const two = (number: number): string => String(number).padStart(2, '0');

/** `26 Apr`, in UTC. */
export function shortDay(seconds: number): string {
  const date = new Date(seconds * 1000);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

/** `26 Apr 2026`, in UTC. */
export function day(seconds: number): string {
  return `${shortDay(seconds)} ${new Date(seconds * 1000).getUTCFullYear()}`;
}

/** `26 Apr 2026` of a date or time as the API writes it, `2026-04-26…`. */
export const dayOfText = (text: string): string => day(Date.parse(text) / 1000);

/** `17:27 UTC`. */
export function timeOfDay(seconds: number): string {
  const date = new Date(seconds * 1000);
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())} UTC`;
}

/** `26 Apr 2026 17:27 UTC`. */
export const dayAndTime = (seconds: number): string => `${day(seconds)} ${timeOfDay(seconds)}`;

/** Unix seconds of `2026-04-26`, `2026-04-26 17:27` or `2026-04-26T17:27Z`, the last second of it, in UTC; undefined for other texts. */
export function readDay(text: string): number | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)Z?)?$/.exec(text.trim());
  if (!found) return undefined;
  const [year, month, date, hours = 23, minutes = 59] = found
    .slice(1)
    .map((part) => part && Number(part)) as number[];
  const at = Date.UTC(year!, month! - 1, date!, hours, minutes, 59);
  const read = new Date(at);
  return read.getUTCMonth() === month! - 1 && read.getUTCDate() === date ? at / 1000 : undefined;
}

/** `3 s`, `5 min`, `2 h`, `4 days`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 100) return `${whole} s`;
  if (whole < 6000) return `${Math.round(whole / 60)} min`;
  if (whole < 172_800) return `${Math.round(whole / 3600)} h`;
  return `${Math.round(whole / 86_400)} days`;
}
