import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { DemoDatabases } from '../fixture/demo-databases.js';

const CLAIMS = `
SELECT number.id, subject, coalesce(object::text, '') AS object, coalesce(value, '') AS value
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND start_block <= $1 AND coalesce(end_block, $1) >= $1`;
const OPEN = `
SELECT number.id, subject, '' AS object, '' AS value
FROM definition_set JOIN undecided_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND start_block <= $1 AND coalesce(end_block, $1) >= $1`;

/** Definitions that depend only on code, slots and calls, and have a claim of an address that the last blocks touch. */
const BY_STATE: ReadonlySet<string> = new Set([
  ...['control:ownable', 'derived:account_type:smart_wallet', 'proxy:eip1967', 'role:dex_pool'],
  ...['relation:implemented_by', 'relation:owned_by', 'relation:pending_owner', 'relation:pool_factory'],
  ...['relation:pool_token0', 'relation:pool_token1', 'relation:safe_guard', 'relation:safe_owner'],
  ...['role:safe_wallet', 'token:permit', 'token:upgradeable'],
]);

interface Row {
  readonly id: string;
  readonly subject: string;
  readonly object: string;
  readonly value: string;
}

let demo: DemoDatabases;
let whole: readonly Row[];
let late: readonly Row[];
let open: readonly Row[];

beforeAll(async () => {
  demo = await DemoDatabases.start();
  const [first, last] = demo.whole;
  const middle = first + Math.ceil((last - first) * 0.6);
  const projectors = allProjectors({ firstBlock: first, isDemo: true });
  const rows = async (of: Pool, text: string) =>
    (await of.query<Row>({ text, values: [last], types: JSON_READY })).rows;
  whole = await rows(await demo.inOrder(), CLAIMS);
  const pool = await demo.ingested(projectors, [[middle, last]]);
  [late, open] = [await rows(pool, CLAIMS), await rows(pool, OPEN)];
});
afterAll(() => demo?.stop());

const text = ({ id, subject, object, value }: Row) => [id, subject, object, value].join(' ');

it('a late start proves nothing that the whole chain does not prove', () => {
  const known = new Set(whole.map(text));
  expect(late.length).toBeGreaterThan(100);
  expect(late.map(text).filter((one) => !known.has(one))).toEqual([]);
});

it('a late start proves everything that state shows of addresses in the last blocks', () => {
  const known = new Set(late.map(text));
  const touched = new Set([...late, ...open].map(({ subject }) => subject));
  const asked = whole.filter(({ id, subject }) => BY_STATE.has(id) && touched.has(subject));
  expect(asked.length).toBeGreaterThan(15);
  expect(asked.map(text).filter((one) => !known.has(one))).toEqual([]);
});
