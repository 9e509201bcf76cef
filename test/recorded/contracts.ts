import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { linesOf } from './recorded-block.js';

/** A mainnet contract in recorded state. */
export interface RecordedContract {
  readonly address: string;
  readonly code: Buffer;
  /** Hints at proxies from constants in the code and recorded slots. */
  readonly hints: readonly string[];
  /** Target of an EIP-1167 clone, as recorded. */
  readonly cloneTarget?: string;
  /** Recorded slots as `0x` hex; others are absent. */
  readonly storage: Readonly<Record<string, string>>;
}

interface ContractLine {
  readonly address: string;
  readonly code: string;
  readonly hints?: readonly string[];
  readonly eip1167Target?: string;
  readonly storage: Readonly<Record<string, string>>;
}

/** The 400 contracts of `contracts.ndjson`. */
export function recordedContracts(data: string): RecordedContract[] {
  return (linesOf(join(data, 'contracts.ndjson.gz')) as ContractLine[]).map((line) => ({
    address: line.address,
    code: fromHex(line.code),
    hints: line.hints ?? [],
    storage: line.storage,
    ...(line.eip1167Target === undefined ? {} : { cloneTarget: line.eip1167Target }),
  }));
}

/** What whatsabi's own tests expect of a proxy, which they name by address or code. */
export interface ProxyExpectation {
  readonly name: string;
  readonly address?: string;
  readonly code?: Buffer;
  readonly kind?: string;
}

interface ExpectationEntry {
  readonly name: string;
  readonly address: string | null;
  readonly bytecode: string | null;
  readonly expectedKind: string | null;
}

/** The cases of `proxy_expectations_whatsabi`. */
export function proxyExpectations(data: string): ProxyExpectation[] {
  const text = readFileSync(join(data, 'proxy_expectations_whatsabi.json'), 'utf8');
  return (JSON.parse(text) as ExpectationEntry[]).map(({ name, address, bytecode, expectedKind }) => ({
    name,
    ...(address === null ? {} : { address }),
    ...(bytecode === null ? {} : { code: fromHex(bytecode) }),
    ...(expectedKind === null ? {} : { kind: expectedKind }),
  }));
}
