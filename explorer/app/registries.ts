import { memo } from './memo.js';

/** A list that definitions consult. */
export interface ListNote {
  readonly id: string;
  readonly title: string;
  /** Day on which it was read. */
  readonly retrieved: string;
}

const once = memo(async (_: 'risk'): Promise<readonly ListNote[]> => []);

/** The lists behind statements about risk. */
export const riskLists = (): Promise<readonly ListNote[]> => once('risk');
