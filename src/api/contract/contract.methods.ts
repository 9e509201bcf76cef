import type { ChainMethod, OwnRefusal } from '../http/method/documented-method.js';
import { ContractBytecodeDto } from './code/contract-bytecode.dto.js';
import { ContractSelectorsDto } from './code/contract-selectors.dto.js';
import { ContractDto } from './contract.dto.js';
import { ContractEventsParameters, ContractParameters } from './contract.parameters.js';
import { ContractEventsDto } from './event/contract-events.dto.js';
import { ProxyImplementationsDto } from './proxy/proxy-implementations.dto.js';

function unknown(what: string): readonly OwnRefusal[] {
  return [
    { code: 'not_found', reasons: [], when: `${what} was ever recorded at the address.` },
    {
      code: 'block_not_available',
      reasons: ['coverage_gap'],
      when: `${what} is recorded at the address, and blocks or their state diffs are missing between the first and the newest.`,
    },
  ];
}

const ALWAYS = { tag: 'Contracts', plan: 'Enriched Data', asOfBlock: 'optional' } as const;

export const GET_CONTRACT: ChainMethod = {
  ...ALWAYS,
  operationId: 'getContract',
  summary: 'One contract',
  description:
    'The contract at an address: its code, the interfaces and the proxy pattern found in it, and its life from deployment to destruction. ' +
    'A destroyed contract is answered with its last code; an account that cleared its delegation with the empty code.',
  parameters: ContractParameters,
  record: ContractDto,
  refusals: unknown('No code'),
};

export const GET_CONTRACT_BYTECODE: ChainMethod = {
  ...ALWAYS,
  operationId: 'getContractBytecode',
  summary: 'Runtime code of a contract',
  description:
    'The code with a fingerprint of its logic. Code of more than 24,576 bytes, which only chains without EIP-170 have, is not served: ' +
    '`bytecode` is `0x` there, and `bytecodeSize` its true size.',
  parameters: ContractParameters,
  record: ContractBytecodeDto,
  refusals: unknown('No code'),
};

export const GET_CONTRACT_SELECTORS: ChainMethod = {
  ...ALWAYS,
  operationId: 'getContractSelectors',
  summary: 'Selectors of a contract',
  description:
    'The four-byte selectors that reachable code dispatches on, ascending, with the signatures known for them.',
  parameters: ContractParameters,
  record: ContractSelectorsDto,
  refusals: unknown('No code'),
};

export const LIST_CONTRACT_EVENTS: ChainMethod = {
  ...ALWAYS,
  operationId: 'listContractEvents',
  summary: 'Event logs of a contract',
  description:
    'A page of the logs the contract emitted, newest first, decoded where a known event fits topics and data exactly.',
  parameters: ContractEventsParameters,
  record: ContractEventsDto,
  refusals: unknown('Neither code nor a log'),
  list: { items: 'events', paged: true, key: ['blockNumber', 'logIndex'], newestFirst: true },
};

export const GET_CONTRACT_PROXY: ChainMethod = {
  ...ALWAYS,
  operationId: 'getContractProxy',
  summary: 'Implementations of a proxy',
  description:
    'Every implementation the address was seen to point at, newest seen first: in its code (EIP-1167), or in the slots of EIP-1967, of ' +
    'its beacon, and of zeppelinOS. Each is listed once, over all the time it was pointed at. An empty list does not mean that the ' +
    'address is no proxy.',
  parameters: ContractParameters,
  record: ProxyImplementationsDto,
  refusals: unknown('Neither code nor a pointer'),
};
