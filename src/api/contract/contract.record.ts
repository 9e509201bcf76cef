import { type Erc20Interface, erc20InterfaceOf } from '../../bytecode/erc20-interface.js';
import { proxyVerdict } from '../../bytecode/proxy-verdict.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import type { ContractRow, Lifecycle } from '../../records/code/contract.reader.js';
import { orAbsent } from '../http/record/or-absent.js';
import { selectorBytes } from './code/selector-list.js';
import type { ContractDto } from './contract.dto.js';
import type { ContractLifecycleDto } from './contract-lifecycle.dto.js';

/** The record of a contract. */
export function contractRecord(address: string, row: ContractRow): ContractDto {
  const selectors = selectorBytes(row.selectors);
  const { supportsInterface, ...erc20Interface } = erc20InterfaceOf(selectors);
  const { family, confidence } = proxyVerdict(row.proxyPattern, row.slotsHeld);
  return {
    chainId: CHAIN_ID,
    address,
    codeHash: row.codeHash,
    blockNumber: row.codeBlock,
    bytecodeSize: row.codeSize,
    bytecodeVariant: row.isDelegation ? 'eip7702' : 'legacy_raw',
    isErc20: answersAll(erc20Interface),
    isErc165: supportsInterface,
    isEip1167Proxy: row.cloneTarget !== null,
    selectorCount: selectors.length,
    erc20Interface,
    ...(row.lifecycle && { lifecycle: lifecycleRecord(row.lifecycle) }),
    proxyFamily: family,
    proxyConfidence: confidence,
    ...orAbsent('proxyImplementation', row.cloneTarget),
  };
}

function answersAll(exposed: Omit<Erc20Interface, 'supportsInterface'>): boolean {
  return exposed.hasDecimals && exposed.hasSymbol && exposed.hasName && exposed.hasTotalSupply;
}

function lifecycleRecord({ creation, selfDestructBlock, ...life }: Lifecycle): ContractLifecycleDto {
  return {
    ...life,
    isAlive: selfDestructBlock === undefined,
    ...(creation && {
      deployCallType: creation.type,
      deployTxHash: creation.txHash,
      deployTxIndex: creation.txIndex,
      deployer: creation.deployer,
      origin: creation.origin,
    }),
    ...orAbsent('selfDestructBlock', selfDestructBlock),
  };
}
