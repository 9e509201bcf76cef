import type { Common } from '@ethereumjs/common';
import { getOpcodesForHF } from '@ethereumjs/evm';

/** The prices of a fork, taken from the reference. */
export interface GasCosts {
  /** By opcode, without what depends on operands; undefined for an invalid opcode. */
  readonly base: readonly (number | undefined)[];
  /** By opcode, whether operands change the price. */
  readonly isDynamic: readonly boolean[];
  /** Whether the first access to an account or slot costs more (EIP-2929); otherwise `base` has the whole price. */
  readonly hasWarmAccesses: boolean;
  readonly coldAccount: number;
  readonly coldSlot: number;
  readonly warm: number;
  readonly copyWord: number;
  readonly keccakWord: number;
  readonly exponentByte: number;
  readonly logTopic: number;
  readonly logByte: number;
}

export function gasCosts(common: Common): GasCosts {
  const price = (name: string) => Number(common.param(name));
  const hasWarmAccesses = common.isActivatedEIP(2929);
  const whenWarm = (name: string) => (hasWarmAccesses ? price(name) : 0);
  const { opcodeMap } = getOpcodesForHF(common);
  return {
    base: opcodeMap.map(({ opcodeInfo }) => (opcodeInfo.isInvalid ? undefined : opcodeInfo.fee)),
    isDynamic: opcodeMap.map(({ opcodeInfo }) => opcodeInfo.dynamicGas),
    hasWarmAccesses,
    coldAccount: whenWarm('coldaccountaccessGas'),
    coldSlot: whenWarm('coldsloadGas'),
    warm: whenWarm('warmstoragereadGas'),
    copyWord: price('copyGas'),
    keccakWord: price('keccak256WordGas'),
    exponentByte: price('expByteGas'),
    logTopic: price('logTopicGas'),
    logByte: price('logDataGas'),
  };
}
