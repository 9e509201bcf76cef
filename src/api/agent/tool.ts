import type { ApiResponse } from '../http/api-response.js';
import type { ChainMethod } from '../http/method/documented-method.js';

/** A method as agents call it. */
export interface Tool {
  readonly name: string;
  readonly method: ChainMethod;
  /** Answers as the method does; rejects with a `Refusal` where it does. */
  answer(parameters: Readonly<Record<string, unknown>>): Promise<ApiResponse<object>>;
}
