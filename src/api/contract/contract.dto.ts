import { ApiSchema } from '@nestjs/swagger';
import { type Erc20Interface, erc20InterfaceOf, supportsInterface } from '../../bytecode/erc20-interface.js';
import { PROXY_FAMILIES, proxyVerdict } from '../../bytecode/proxy-verdict.js';
import type { Address, Hash } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import type { ContractRow, Lifecycle } from '../../records/code/contract.reader.js';
import {
  AddressField,
  ChainIdField,
  ChoiceField,
  ConfidenceField,
  CountField,
  FlagField,
  HashField,
  LongField,
  RecordField,
} from '../http/record/field.js';
import type { Mutable } from '../http/record/mutable.js';
import { selectorCount } from './code/selector-list.js';
import { ContractLifecycleDto } from './contract-lifecycle.dto.js';
import { Erc20InterfaceDto } from './erc20-interface.dto.js';

@ApiSchema({ name: 'Contract', description: 'The contract at an address, or the last one there.' })
export class ContractDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The address.')
  readonly address!: Address;

  @HashField('keccak-256 of the runtime code.')
  readonly codeHash!: Hash;

  @LongField('Block that brought this code.')
  readonly blockNumber!: number;

  @CountField('Size of the code, bytes.')
  readonly bytecodeSize!: number;

  @ChoiceField(['legacy_raw', 'eip7702'], '`eip7702` is a delegation to the code of another address.')
  readonly bytecodeVariant!: 'legacy_raw' | 'eip7702';

  @FlagField('Whether the code answers all four functions of `erc20Interface`.')
  readonly isErc20!: boolean;

  @FlagField('Whether the code answers `supportsInterface(bytes4)`.')
  readonly isErc165!: boolean;

  @FlagField('Whether the code is a minimal proxy of EIP-1167.')
  readonly isEip1167Proxy!: boolean;

  @CountField('Four-byte selectors the code dispatches on.')
  readonly selectorCount!: number;

  @RecordField(() => Erc20InterfaceDto, 'Which view functions of ERC-20 the code answers.')
  readonly erc20Interface!: Erc20InterfaceDto;

  @RecordField(() => ContractLifecycleDto, 'From deployment to destruction.', 'there never was a contract')
  readonly lifecycle?: ContractLifecycleDto;

  @ChoiceField(PROXY_FAMILIES, 'How it delegates, by its code and its slots.', 'not analysed')
  readonly proxyFamily?: string;

  @ConfidenceField('How sure that is: 0 no proxy, 3 code and slots agree.', 'not analysed')
  readonly proxyConfidence?: number;

  @AddressField('Target of a minimal proxy.', 'it is no minimal proxy of EIP-1167')
  readonly proxyImplementation?: Address;
}

/** The record of a contract. */
export function contractRecord(address: Address, row: ContractRow): ContractDto {
  const erc20Interface = erc20InterfaceOf(row.selectors);
  const { family, confidence } = proxyVerdict(row.proxyPattern, row.slotsHeld);
  const record: Mutable<ContractDto> = {
    chainId: CHAIN_ID,
    address,
    codeHash: row.codeHash,
    blockNumber: row.codeBlock,
    bytecodeSize: row.codeSize,
    bytecodeVariant: row.isDelegation ? 'eip7702' : 'legacy_raw',
    isErc20: answersAll(erc20Interface),
    isErc165: supportsInterface(row.selectors),
    isEip1167Proxy: row.cloneTarget !== null,
    selectorCount: selectorCount(row.selectors),
    erc20Interface,
  };
  if (row.lifecycle) record.lifecycle = lifecycleRecord(row.lifecycle);
  record.proxyFamily = family;
  record.proxyConfidence = confidence;
  if (row.cloneTarget !== null) record.proxyImplementation = row.cloneTarget;
  return record;
}

function answersAll(exposed: Erc20Interface): boolean {
  return exposed.hasDecimals && exposed.hasSymbol && exposed.hasName && exposed.hasTotalSupply;
}

function lifecycleRecord({ creation, selfDestructBlock, ...life }: Lifecycle): ContractLifecycleDto {
  const record: Mutable<ContractLifecycleDto> = { ...life, isAlive: selfDestructBlock === undefined };
  if (creation) {
    record.deployCallType = creation.type;
    record.deployTxHash = creation.txHash;
    record.deployTxIndex = creation.txIndex;
    record.deployer = creation.deployer;
    record.origin = creation.origin;
  }
  if (selfDestructBlock !== undefined) record.selfDestructBlock = selfDestructBlock;
  return record;
}
