import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { instructions } from '../../src/bytecode/instruction/instructions.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Hex } from '../../src/domain/chain/hex.js';

interface Compiled {
  readonly contracts: Record<string, Record<string, { evm: { deployedBytecode: CompiledCode } }>>;
}

interface CompiledCode {
  readonly object: string;
  readonly immutableReferences: Record<
    string,
    readonly { readonly start: number; readonly length: number }[]
  >;
}

const require = createRequire(import.meta.url);
const GOVERNANCE = 'contracts/Governance.sol';

/** Runtime code of a timelock, from its authors' npm package. */
export function timelockCode(): Buffer {
  const { deployedBytecode } = require('@openzeppelin/contracts/build/contracts/TimelockController.json');
  return fromHex(deployedBytecode as Hex);
}

/** Runtime code of our governor with zeros for its immutables, and their offsets; compiled as `scripts/compile-contracts.mjs` does. */
export function governorBuild(): { readonly code: Buffer; readonly immutables: readonly number[] } {
  const settings = {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: 'cancun',
    metadata: { bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['evm.deployedBytecode'] } },
  };
  const sources = { [GOVERNANCE]: { content: readFileSync(GOVERNANCE, 'utf8') } };
  const { compile } = require('solc') as {
    compile(input: string, callbacks: { import(path: string): { contents: string } }): string;
  };
  const output = compile(JSON.stringify({ language: 'Solidity', sources, settings }), {
    import: (path) => ({ contents: readFileSync(require.resolve(path), 'utf8') }),
  });
  const { contracts } = JSON.parse(output) as Compiled;
  const { object, immutableReferences } = contracts[GOVERNANCE]!.DemoGovernor!.evm.deployedBytecode;
  const places = Object.values(immutableReferences).flat();
  if (places.some(({ length }) => length !== 32)) throw new Error('an immutable is not 32 bytes long');
  return {
    code: Buffer.from(object, 'hex'),
    immutables: places.map(({ start }) => start).sort((one, other) => one - other),
  };
}

/** A change that an author could make to a build, and the code with it. */
export interface Alteration {
  readonly what: string;
  readonly code: Buffer;
}

/** Timelocks that behave otherwise than the genuine one, though they have its operations. */
export function alteredTimelocks(): readonly Alteration[] {
  const code = timelockCode();
  return [
    { what: 'a selector', code: replaced(code, '63d547741f', '63d547741e') },
    { what: 'the target of a jump', code: replaced(code, '61144256', '61144356') },
    {
      what: 'a role',
      code: replaced(
        code,
        '7fb09aa5aeb3702cfd50b6b62bc4532604938f21248a27a1d5ca736082b6819cc1',
        `7f${'0'.repeat(64)}`,
      ),
    },
    { what: 'metadata within it, at which a jump ends', code: withMetadataAt(code, 0x01bb) },
  ];
}

/** The code with this byte in all 32 bytes of each immutable. */
export function constructed(code: Buffer, immutables: readonly number[], byte: number): Buffer {
  const other = Buffer.from(code);
  for (const offset of immutables) other.fill(byte, offset, offset + 32);
  return other;
}

/** @throws Error where the code has no such piece */
export function replaced(code: Buffer, piece: string, other: string): Buffer {
  const at = code.indexOf(Buffer.from(piece, 'hex'));
  if (at === -1) throw new Error(`the code has no ${piece}`);
  const altered = Buffer.from(code);
  altered.write(other, at, 'hex');
  return altered;
}

/** The code with metadata-like bytes before an operation, so that a jump to `target` lands within their hash. */
function withMetadataAt(code: Buffer, target: number): Buffer {
  const metadata = Buffer.from(`a1646970667358${'22'}${'5b'.repeat(34)}002a`, 'hex');
  const [at] = [...instructions(code)].findLast(([offset]) => offset < target - 8)!;
  return Buffer.concat([code.subarray(0, at), metadata, code.subarray(at)]);
}
