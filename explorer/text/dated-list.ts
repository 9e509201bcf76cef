import { dayOfText } from './day.js';

/** A list with its versions, ascending. */
interface VersionedList {
  readonly id: string;
  readonly versions: readonly {
    readonly validFromBlock: number;
    readonly retrievedAt: string;
    /** Absent where the version has no date but that on which it was read. */
    readonly asOf?: string;
  }[];
}

/** A list as an answer names it that consulted it. */
export interface ConsultedList {
  readonly id: string;
  /** Absent where no version counted. */
  readonly asOf?: string;
}

/** A list with the day of the version that counts. */
export interface DatedList {
  readonly id: string;
  /** As text. Absent where no version counts. */
  readonly day?: string;
  /** Whether that day is long ago. */
  readonly isOld: boolean;
}

/** Age in days from which a list is old, as the service has it. */
const OLD_DAYS = 30;
const DAY_MS = 86_400_000;

/** A list at the end of a block. @param now Unix milliseconds */
export function listAt({ id, versions }: VersionedList, block: number, now = Date.now()): DatedList {
  const version = versions.findLast(({ validFromBlock }) => validFromBlock <= block);
  if (version === undefined) return { id, isOld: false };
  const { asOf, retrievedAt } = version;
  const day = asOf === undefined ? `read ${dayOfText(retrievedAt)}` : `of ${dayOfText(asOf)}`;
  return { id, day, isOld: isOld(asOf ?? retrievedAt, now) };
}

/** A list that an answer consulted. @param now Unix milliseconds */
export const listOf = ({ id, asOf }: ConsultedList, now = Date.now()): DatedList =>
  asOf === undefined ? { id, isOld: false } : { id, day: `of ${dayOfText(asOf)}`, isOld: isOld(asOf, now) };

const isOld = (time: string, now: number): boolean =>
  Math.floor((now - Date.parse(time)) / DAY_MS) > OLD_DAYS;
