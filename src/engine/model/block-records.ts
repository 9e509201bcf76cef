import type { ChainRequirement, Definition } from '../../definition/model/definition.js';

/** Records of a block beyond its receipts, as bits: `FRAMES`, `STATE_DIFF`, both or neither. */
export type BlockRecords = number;

/** Only what every block has. */
export const NO_RECORDS: BlockRecords = 0;
const FRAMES: BlockRecords = 1;
export const STATE_DIFF: BlockRecords = 2;
export const EVERY_RECORDS: readonly BlockRecords[] = [NO_RECORDS, FRAMES, STATE_DIFF, FRAMES | STATE_DIFF];

const BITS: Readonly<Record<ChainRequirement, BlockRecords>> = { frames: FRAMES, state_diff: STATE_DIFF };
const TEXTS = ['', 'frames', 'state_diff', 'frames state_diff'];

/** The records that a definition needs. */
export function recordsOf({ requires }: Pick<Definition, 'requires'>): BlockRecords {
  return requires.reduce((records, one) => records | BITS[one], NO_RECORDS);
}

/** The part of a block that tells which records it has. */
export interface RecordedBlock {
  readonly header: { readonly number: number };
  readonly frames?: readonly unknown[];
  readonly stateChanges?: readonly unknown[];
}

export function hasRecords({ frames, stateChanges }: RecordedBlock, records: BlockRecords): boolean {
  return (
    (frames !== undefined || (records & FRAMES) === 0) &&
    (stateChanges !== undefined || (records & STATE_DIFF) === 0)
  );
}

/** The text that tables hold. */
export function formatRecords(records: BlockRecords): string {
  return TEXTS[records]!;
}

/** @param text as `formatRecords` gives it */
export function parseRecords(text: string): BlockRecords {
  return TEXTS.indexOf(text);
}
