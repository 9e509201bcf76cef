import type { ChainMethod } from '../http/method/documented-method.js';

/** A method as agents call it. */
export interface Tool {
  readonly name: string;
  readonly method: ChainMethod;
}
