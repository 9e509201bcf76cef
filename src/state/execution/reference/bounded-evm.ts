import { EVM, NobleBN254 } from '@ethereumjs/evm';
import {
  bigIntToBytes,
  createAddressFromString,
  createBlockLevelAccessList,
  setLengthLeft,
} from '@ethereumjs/util';
import type { Address } from '../../../domain/chain/hex.js';
import type { BlockContext } from '../run/block-context.js';
import type { ForkRules } from '../run/fork-rules.js';
import { runPrecompile } from '../run/precompile.js';
import type { Run } from '../run/run.js';
import { type CappedFrames, hookOpcodes } from './opcode-hooks.js';
import type { RunState } from './run-state.js';

/** @ethereumjs/evm with the rules of one fork, above a state of our own, bounded by the counts of its runs. */
export function boundedEvm(rules: ForkRules, state: RunState, capped: CappedFrames): EVM {
  const blockchain = {
    getBlock: async (number: number) => ({ hash: () => state.run.blockHash(BigInt(number)) }),
    putBlock: async () => {},
    shallowCopy() {
      return this;
    },
  };
  // `createEVM` does no more than this, but answers later.
  const evm = new EVM({ common: rules.common, stateManager: state, blockchain, bn254: new NobleBN254() });
  hookOpcodes(evm, () => state.run, capped);
  const { journal } = evm;
  const [isWarmedAddress, isWarmedStorage] = [
    journal.isWarmedAddress.bind(journal),
    journal.isWarmedStorage.bind(journal),
  ];
  journal.isWarmedAddress = (address) => state.run.isWarm || isWarmedAddress(address);
  journal.isWarmedStorage = (address, slot) => state.run.isWarm || isWarmedStorage(address, slot);
  for (const [address, precompile] of rules.precompiles) {
    evm.precompiles.set(address.slice(2), (input) =>
      runPrecompile(state.run, address as Address, precompile, input),
    );
  }
  return evm;
}

/** Makes it forget the run before. */
export function beginRun(evm: EVM, state: RunState, run: Run): void {
  const { journal, transientStorage, common } = evm;
  state.begin(run);
  journal.cleanJournal();
  transientStorage.clear();
  // A run that was undecided left its frames open.
  // biome-ignore lint/complexity/useLiteralKeys: it is private to the reference
  transientStorage['_indices'].length = 1;
  // Otherwise it would grow with every run.
  if (common.isActivatedEIP(7928)) {
    Object.assign(evm, { blockLevelAccessList: createBlockLevelAccessList() });
  }
}

/** The header as the reference reads it. */
export function headerOf({
  number,
  timestamp,
  beneficiary,
  prevRandao = 0n,
  gasLimit,
  ...block
}: BlockContext) {
  return {
    number: BigInt(number),
    timestamp: BigInt(timestamp),
    coinbase: createAddressFromString(beneficiary),
    // Opcodes that ask for an absent field do not get here.
    difficulty: prevRandao,
    prevRandao: setLengthLeft(bigIntToBytes(prevRandao), 32),
    gasLimit: BigInt(gasLimit),
    baseFeePerGas: block.baseFeePerGas ?? 0n,
    slotNumber: BigInt(block.slotNumber ?? 0),
    getBlobGasPrice: () => block.blobBaseFee,
  };
}
