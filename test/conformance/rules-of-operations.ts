import type { Rule } from './rules.js';

const TOKEN = ['getToken'];
const ADDRESS = ['getAddress'];
const MCP = ['callMcp'];
const RESOLVE = ['resolveEntity'];
const QUEUES = ['getValidatorQueueHistory'];

/** The operations that a section concerns. A section that is not listed concerns every operation. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  Block: ['getLatestBlock', 'getBlock'],
  'Block transactions and single transactions': ['listBlockTransactions', 'getTransaction'],
  Contract: ['getContract'],
  'Bytecode and selectors': ['getContractBytecode', 'getContractSelectors'],
  'Contract events': ['listContractEvents'],
  Proxy: ['getContractProxy'],
  'Failed call frames': ['listFailedFrames'],
  Token: TOKEN,
  'Validator queues': QUEUES,
  Resolve: RESOLVE,
  Attributes: ['getAddressAttributes'],
  Relations: ['listAddressRelations'],
  Proofs: ['getAttributeProof'],
  'Portfolio and balance': ['getAddressPortfolio', 'getTokenBalance'],
  Counterparties: ['getAddressCounterparties'],
  'Address feeds': ['listAddressTransactions'],
};

/** The operations that return a record of the annex on absence. A record that is not listed is not implemented. */
const RECORDS: Readonly<Record<string, readonly string[]>> = {
  Meta: ['getBlock'],
  Block: ['getBlock'],
  Transaction: ['listBlockTransactions'],
  TransactionDetail: ['getTransaction'],
  BlockTransactions: ['listBlockTransactions'],
  ContractLifecycle: ['getContract'],
  Contract: ['getContract'],
  ContractSelector: ['getContractSelectors'],
  EventLog: ['listContractEvents'],
  ContractEvents: ['listContractEvents'],
  ProxyImplementation: ['getContractProxy'],
  FailedCallFrame: ['listFailedFrames'],
  FeedTransaction: ['listAddressTransactions'],
  AddressTransactions: ['listAddressTransactions'],
  FeedInternalTransfer: ['listAddressInternalTransfers'],
  AddressInternalTransfers: ['listAddressInternalTransfers'],
  FeedTokenTransfer: ['listAddressTokenTransfers'],
  TransferToken: ['listAddressTokenTransfers', 'listTokenHolders', 'listTokenTransfers'],
  AddressTokenTransfers: ['listAddressTokenTransfers'],
  Token: TOKEN,
  TokenHolder: ['listTokenHolders'],
  TokenHolders: ['listTokenHolders'],
  TokenTransfer: ['listTokenTransfers'],
  TokenTransfers: ['listTokenTransfers'],
  TokenStatistics: ['getTokenStatistics'],
  AddressSummary: ['getAddress'],
  AddressContractBrief: ['getAddress'],
  QueueCurrent: QUEUES,
  QueuePoint: QUEUES,
  QueueHistory: QUEUES,
  QueuesNow: ['getValidatorQueues'],
  BlockProposer: ['getBlockProposers'],
  ValidatorWithdrawals: ['listValidatorWithdrawals'],
};

/** Rules of general sections that concern particular operations. */
const PARTICULAR: Readonly<Record<string, readonly string[]>> = {
  'R-011': MCP,
  'R-314': MCP,
  'R-032': ['getTokenBalance'],
  'R-033': ['getTokenBalance'],
  'R-035': ['getAddressPortfolio'],
  'R-050': ADDRESS,
  'R-059': ['listAddressRelations'],
  'R-072': QUEUES,
  'R-073': QUEUES,
  'R-297': TOKEN,
  'R-298': ['listTokenHolders'],
  'R-300': TOKEN,
  'R-301': RESOLVE,
  'R-303': ['listTokenHolders'],
  'R-304': ['listTokenTransfers', 'getTokenStatistics'],
  'R-305': ADDRESS,
  'R-306': ['getBlockProposers'],
  'R-307': ['listValidatorWithdrawals'],
  'R-308': ['listDefinitions'],
  'R-309': ['getCoverage'],
  'R-310': ['getProof'],
  'R-311': ['getAttributeProof'],
  'R-313': ['getHealth', 'getReady', 'getMetrics', 'getDocs', 'getOpenapi'],
};

/** Whether a rule concerns one of the operations. */
export function concerns(rule: Rule, operations: ReadonlySet<string>): boolean {
  const about = rule.id.startsWith('R-A')
    ? (RECORDS[(rule.cells[0] ?? '').replace(/ \*$/, '')] ?? [])
    : (PARTICULAR[rule.id] ?? SECTIONS[rule.section]);
  return about === undefined || about.some((operation) => operations.has(operation));
}
