import type { Data } from './service.js';

/** The calls and transfers of a transaction. */
export type Flow = Data<'transactions/{hash}/flow'>;
