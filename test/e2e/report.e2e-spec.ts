import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { readDefinitions } from '../../src/definition/read-definitions.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { ask } from './fixture/ask.js';
import { exportedProofs } from './fixture/exported-proofs.js';
import { useDemo, useOwnDemo } from './fixture/use-demo.js';

const IDS = readDefinitions(true)
  .catalog.definitions.filter(({ kind }) => kind === 'attribute')
  .map(({ id }) => id);
/** A call accepts at most 50 claims. */
const HALVES = [IDS.slice(0, 40), IDS.slice(40)];

const DEFINITIONS = readDefinitions(true).catalog.definitions.length;
/** What a report says where the verifier attests these kinds. */
const UNSHOWN: Readonly<Record<string, string>> = {
  since: 'It does not show since when the claim holds.',
  unchanged: 'It does not show that nothing changed or ended the claim',
  lifetime: 'It does not show that nothing changed or ended the claim',
  absent: 'It does not show that what must be absent is absent',
  analysis: 'What its code can do is what the analysis of the service found.',
  registry: 'It does not show that the list is the one of its publisher',
};
/** What it says where a node attests such a piece of evidence. */
const WORD_OF_A_NODE: Readonly<Record<string, string>> = {
  read: 'What a node answered to a call is attested by that node alone.',
  frame: 'A call inside a transaction is attested by a node alone',
  code: 'Code, storage and what view calls return are attested by a node alone',
  slot: 'Code, storage and what view calls return are attested by a node alone',
  view: 'Code, storage and what view calls return are attested by a node alone',
  delegation: 'Code, storage and what view calls return are attested by a node alone',
};

interface Claim {
  readonly attributeId: string;
  readonly object?: string;
  readonly answer: string;
  readonly proofHash?: string;
}

describe('the report on an address', () => {
  const demo = useDemo();
  const reportOf = async (name: string, claims: readonly string[], query = '') => {
    const path = `addresses/${demo.at(name)}/report?claims=${claims.join(',')}${query}`;
    const { status, json } = await demo.get(path);
    expect([path, status]).toEqual([path, 200]);
    return json.data;
  };

  it('lists as proven exactly the claims that are proven at the block, with their proofs', async () => {
    let provenOnes = 0;
    for (const name of ['dollar', 'mallory', 'safe of three'])
      for (const block of [25_000_040, 25_000_200]) {
        const at = `addresses/${demo.at(name)}/attributes`;
        const { intervals } = (await demo.get(`${at}/at/${block}`)).json.data;
        const held = intervals.map(({ attributeId }: Claim) => attributeId).sort();
        provenOnes += held.length;
        const claims: Claim[] = [];
        for (const ids of HALVES) claims.push(...(await reportOf(name, ids, `&block=${block}`)).claims);
        expect(claims.map(({ attributeId }) => attributeId)).toEqual(IDS);
        const proven = claims.filter(({ answer }) => answer === 'proven');
        expect(proven.map(({ attributeId }) => attributeId).sort()).toEqual(held);
        for (const { attributeId, proofHash } of proven) {
          const proof = (await demo.get(`${at}/${attributeId}/proof?block=${block}`)).json.data;
          expect([attributeId, proofHash]).toEqual([attributeId, proof.proofHash]);
        }
      }
    expect(provenOnes).toBeGreaterThan(20);
  });

  it('says in words what is proven and what is not, with evidence, dates, lists and nodes', async () => {
    const claims = ['relation:owned_by', 'asset:erc20', 'risk:sanctioned_ofac', 'token:paused'];
    const { document, block, blockHash, documentId } = await reportOf(
      'dollar',
      claims,
      '&block=25000041&question=Who%20owns%20it%3F',
    );
    const text = document.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
    const [dollar, issuer] = [demo.at('dollar'), demo.at('issuer')];
    expect(block).toBe(25_000_041);
    expect(text).toContain('Who owns it?');
    expect(text).toContain(`${dollar} is owned by ${issuer}.`);
    expect(text).toMatch(
      /It holds since block 25,000,034 of 2026-04-26 17:27:11 UTC, and held at the end of block 25,000,041/,
    );
    expect(text).toContain(`View call executed at the end of the block of ${dollar}, function 0x8da5cb5b`);
    expect(text).toMatch(/Event Transfer\(from 0x0{40}, to 0x\w{40}, value [\d,]+\)/);
    expect(text).toContain(`It is not proven that ${dollar} is named by the sanctions list of OFAC.`);
    expect(text).toContain(`It is not proven that ${dollar} is paused.`);
    expect(text).toMatch(/ofac-sanctions *1\.\d+\.\d+ *20\d\d-\d\d-\d\d/);
    // As YAML, like those that it depends on.
    for (const id of ['token:paused', 'proxy:eip1167']) expect(text).toContain(`id: ${id} version: `);
    expect(text).toMatch(/Blocks read from ?127\.0\.0\.1 \(20\d\d/);
    for (const said of [blockHash, documentId, 'sha256:', 'Demo chain.']) expect(text).toContain(said);
    expect((await reportOf('dollar', claims, '&block=25000040')).document).toContain('● proven');
  });

  it('says of each proof what its bundle leaves to be believed', async () => {
    const pool = createPool(demo.databaseUrl);
    const exported = await exportedProofs(pool, [demo.nodeUrl], DEFINITIONS).finally(() => pool.end());
    const unsaid: string[] = [];
    const met = new Set<string>();
    for (const { verification } of exported) {
      const { bundle, attested } = verification;
      const { attributeId, subject, object, dependencyProofRefs, ...proof } = bundle.proofs[bundle.proof]!;
      const claim = object === undefined ? attributeId : `${attributeId}/${object}`;
      const path = `addresses/${subject}/report?claims=${claim}&block=${bundle.block}`;
      const { document } = (await demo.get(path)).json.data;
      const said = /What the proof does not show<\/h3>(.*?)<\/ul>/s.exec(document)?.[1] ?? '';
      const own = new Set([...proof.sourceEvidenceRefs, ...Object.keys(proof.bindingVersions), bundle.proof]);
      for (const { kind, about } of attested) {
        const says = kind === 'node' ? WORD_OF_A_NODE[about.split(':')[0]!] : UNSHOWN[kind];
        // What a proof that it rests on leaves open is said as such.
        const isOwn = own.has(about) || dependencyProofRefs.length === 0;
        if (isOwn) met.add(kind);
        if (isOwn && says !== undefined && !said.includes(says)) unsaid.push(`${claim}: ${kind} ${about}`);
      }
      if (dependencyProofRefs.length > 0)
        expect(said).toContain('What the proofs that it rests on do not show');
    }
    expect(unsaid).toEqual([]);
    // Since Cancun contracts live on, so that the demo has no `lifetime`.
    expect([...met]).toEqual(
      expect.arrayContaining(['since', 'unchanged', 'absent', 'registry', 'analysis', 'node']),
    );
  });

  it('has the same id for the same question with the same answers', async () => {
    const idOf = async (query: string, claims = ['control:ownable']) =>
      (await reportOf('dollar', claims, query)).documentId;
    const id = await idOf('&block=25000100');
    expect(await idOf('&block=25000100')).toBe(id);
    const others = [
      await idOf('&block=25000101'),
      await idOf('&block=25000100&question=Why'),
      await idOf('&block=25000100', ['control:ownable', 'token:paused']),
    ];
    expect(new Set([id, ...others]).size).toBe(4);
  });

  it('lists every counterpart of a relation that is named without one', async () => {
    const { claims, incomplete } = await reportOf('safe of three', ['relation:safe_owner']);
    expect(incomplete).toEqual([]);
    const { relations } = (await demo.get(`addresses/${demo.at('safe of three')}/relations?limit=200`)).json
      .data;
    const owners = relations.filter(({ attributeId }: Claim) => attributeId === 'relation:safe_owner');
    expect(owners.length).toBeGreaterThan(1);
    expect(claims.map(({ object }: Claim) => object)).toEqual(
      owners.map(({ counterpart }: { counterpart: string }) => counterpart).sort(),
    );
    const nobody = `relation:safe_owner/0x${'12'.repeat(20)}`;
    expect((await reportOf('safe of three', [nobody])).claims).toEqual([
      { attributeId: 'relation:safe_owner', object: `0x${'12'.repeat(20)}`, answer: 'not_proven' },
    ]);
  });

  it('is an HTML page on request, under a policy that loads nothing', async () => {
    const path = `/api/v1/chains/1/addresses/${demo.at('dollar')}/report?claims=control:ownable&block=25000100`;
    const html = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };
    const page = await ask(demo.url, path, html);
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', vary: 'accept' });
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri/,
    );
    expect(page.text).toMatch(/^<!doctype html>/);
    const json = await ask(demo.url, path);
    const written = / UTC by/;
    expect(json.json.data.document.split(written)[1]).toBe(page.text.split(written)[1]);
    expect(json.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', vary: 'accept' });
    const tags = [page, json].map(({ headers }) => headers.etag!);
    expect(tags[0]).not.toBe(tags[1]);
    const again = await ask(demo.url, path, { headers: { ...html.headers, 'if-none-match': tags[0]! } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it.each([
    ['claims=', 400, 'definition_id_invalid'],
    ['', 400, 'definition_id_invalid'],
    ['claims=control:ownable/0x12', 400, 'definition_id_invalid'],
    [`claims=control:ownable/0x${'12'.repeat(20)}`, 400, 'definition_id_invalid'],
    [`claims=${Array(51).fill('a:b').join(',')}`, 400, 'limit_out_of_range'],
    ['claims=control:ownable&question=%00', 400, 'query_invalid'],
    [`claims=control:ownable&question=${'x'.repeat(201)}`, 400, 'query_too_long'],
    ['claims=control:nothing', 404, undefined],
    ['claims=control:ownable&block=99000000', 422, 'beyond_coverage'],
    ['claims=control:ownable&block=1', 400, 'block_invalid'],
  ])('refuses %s', async (query, status, reason) => {
    const reply = await demo.get(`addresses/${demo.at('dollar')}/report?${query}`);
    expect([reply.status, reply.json.error.details?.reason]).toEqual([status, reason]);
  });
});

describe('the report in a store of another state', () => {
  const demo = useOwnDemo();
  const NOT_SEEN =
    'Missing for it: 25,000,010 to 25,000,019 (10 blocks). What happened in these blocks is seen only';
  let pool: Pool;
  beforeAll(() => {
    pool = createPool(demo.databaseUrl);
  });
  afterAll(() => pool?.end());

  it('says of a claim that is not proven which blocks are missing for it, if they are not later', async () => {
    const missing = 'int8multirange(int8range(25000010, 25000020))';
    await pool.query(`UPDATE evaluated_range SET ranges = ranges - ${missing} WHERE records LIKE 'frames%'`);
    await pool.query(`UPDATE claim_coverage SET ranges = ranges - ${missing} WHERE family = 'risk'`);
    const documentAt = async (claims: string, block: number) => {
      const path = `addresses/${demo.at('alice')}/report?claims=${claims}&block=${block}`;
      const { data } = (await demo.get(path)).json;
      expect([path, data.claims]).toEqual([path, [{ attributeId: claims, answer: 'not_proven' }]]);
      return data.document;
    };
    expect(await documentAt('risk:mixer_depositor', 25_000_200)).toContain(NOT_SEEN);
    expect(await documentAt('risk:mixer_depositor', 25_000_009)).not.toContain('Missing for it');
    expect(await documentAt('token:paused', 25_000_200)).not.toContain('Missing for it');
  });

  it('is refused, as screenings and the list are, where claims rest on another version of a list than this process has', async () => {
    const report = async (claims: string, block: number) =>
      (await demo.get(`addresses/${demo.at('alice')}/report?claims=${claims}&block=${block}`)).status;
    const screening = async (block: number) =>
      (await demo.get(`screening?addresses=${demo.at('alice')}&block=${block}`)).status;
    expect([await report('risk:sanctioned_ofac', 25_000_201), await screening(25_000_201)]).toEqual([
      200, 200,
    ]);
    await pool.query(`UPDATE set_binding SET digest = 'sha256:00' WHERE binding = 'ofac-sanctions'`);
    expect([await report('risk:sanctioned_ofac', 25_000_202), await screening(25_000_202)]).toEqual([
      503, 503,
    ]);
    expect(await report('token:paused', 25_000_202)).toBe(200);
    const registries = [
      '',
      '/ofac-sanctions',
      '/ofac-sanctions/entries',
      '/mixers',
      '/official-names/entries',
    ];
    const statuses = registries.map(async (path) => (await demo.get(`registries${path}`)).status);
    expect(await Promise.all(statuses)).toEqual([503, 503, 503, 200, 200]);
  });
});
