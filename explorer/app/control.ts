import { type Data, get } from './service.js';

export type Control = Data<'addresses/{address}/controllers'>;

/** Who controls an address, step by step, now or at the end of a block. */
export const controlOf = (address: string, block: number | undefined): Promise<Control> =>
  get('addresses/{address}/controllers', { path: { address }, query: block === undefined ? {} : { block } });
