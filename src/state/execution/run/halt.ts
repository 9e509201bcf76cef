import { EVMError, type ExecResult } from '@ethereumjs/evm';

/** Whether a frame of the reference ended because its gas did. */
export function isOutOfGas({ exceptionError }: ExecResult): boolean {
  return exceptionError?.error === EVMError.errorMessages.OUT_OF_GAS;
}
