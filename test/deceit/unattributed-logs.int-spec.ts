import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem';
import { DEPOSIT_CONTRACT } from '../../src/demo/genesis/deposit-contract.js';
import { depositOf } from '../../src/demo/scenario/staking.js';
import { credentialsTo } from '../../src/demo/stage/validator-key.js';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';
import { assembled } from '../builder/assembled.js';
import { type AlteredNode, RpcFailure, startAlteredNode } from '../fixture/altered-node.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { DeceivingChain } from './deceiving-chain.js';

const DEPOSIT = parseAbi(['function deposit(bytes, bytes, bytes, bytes32) payable']);
const METHOD_NOT_FOUND = -32_601;
const VALIDATOR_OF: Hex = `0x${'d1'.repeat(20)}`;
/** Passes its call data to the deposit contract, with half of the ether that it received. */
const PASSES_ON = `0 0 CALLDATASIZE 0 2 CALLVALUE DIV ${DEPOSIT_CONTRACT} GAS CALL POP`;
const ONCE = assembled(`CALLDATASIZE 0 0 CALLDATACOPY ${PASSES_ON}`);
const COPY_BYTES = 16;
const TWICE = Buffer.concat([ONCE, assembled(PASSES_ON)]);

const CLAIMS = `
SELECT proof_text(proof_segment) AS proof, start_block AS start, end_block AS "end"
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND number.id = 'relation:funded_validator_of' AND subject = $1`;

const UNDECIDED = `
SELECT start_block AS start, end_block AS "end"
FROM definition_set JOIN undecided_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND number.id = 'relation:funded_validator_of' AND subject = $1`;

let demo: DemoDatabases;
let withoutLogs: AlteredNode;
let flat: DemoDatabases;
let told: Pool;
let untold: Pool;
let once: Hex;
let twice: Hex;
let block: number;

beforeAll(async () => {
  demo = await DemoDatabases.startOwn([]);
  const chain = new DeceivingChain(demo.chain.url);
  [once, twice] = (await chain.create([ONCE, TWICE].map(creationOf))) as [Hex, Hex];
  const args = depositOf('a validator', credentialsTo('0x01', VALIDATOR_OF), 1);
  const data = encodeFunctionData({ abi: DEPOSIT, args: args as [Hex, Hex, Hex, Hex] });
  block = await chain.block([once, twice].map((to) => ({ to, data, value: parseEther('2') })));
  withoutLogs = await startAlteredNode(
    () => demo.chain.url,
    (method, params) =>
      method === 'debug_traceBlockByNumber' && (params[1] as { tracer: string }).tracer === 'callTracer'
        ? new RpcFailure(METHOD_NOT_FOUND, 'the method does not exist')
        : undefined,
  );
  const { firstBlock, genesis, manifest } = demo.chain;
  const range = [[firstBlock, block]] as const;
  flat = await DemoDatabases.over({
    ...{ url: withoutLogs.url, firstBlock, genesis, manifest },
    height: () => block,
  });
  told = await demo.ingested(demo.everyProjector(), range);
  untold = await flat.ingested(flat.everyProjector(), range);
});
afterAll(async () => {
  await flat?.stop();
  await withoutLogs?.stop();
  await demo?.stop();
});

/** Creation code that deploys the runtime. */
function creationOf(runtime: Buffer): Hex {
  const copy = assembled(`${runtime.length} DUP1 ${COPY_BYTES} 0 CODECOPY 0 RETURN`);
  return `0x${Buffer.concat([copy, Buffer.alloc(COPY_BYTES - copy.length), runtime]).toString('hex')}`;
}

async function rowsOf(pool: Pool, text: string, subject: Hex): Promise<readonly object[]> {
  const values = [Buffer.from(subject.slice(2), 'hex')];
  return (await pool.query<object>({ text, values, types: JSON_READY })).rows;
}

describe('calls of a tracer that does not say which frame emitted a log', () => {
  it('prove the same if only one frame can have emitted it', async () => {
    const proven = await rowsOf(told, CLAIMS, once);
    expect(proven).toEqual([expect.objectContaining({ start: block, end: null })]);
    expect(await rowsOf(untold, CLAIMS, once)).toEqual(proven);
  });

  it('are undecided if several frames can have emitted it, and never count as absent', async () => {
    expect(await rowsOf(told, CLAIMS, twice)).toHaveLength(1);
    expect(await rowsOf(told, UNDECIDED, twice)).toEqual([]);
    expect(await rowsOf(untold, CLAIMS, twice)).toEqual([]);
    expect(await rowsOf(untold, UNDECIDED, twice)).toEqual([{ start: block, end: null }]);
  });
});
