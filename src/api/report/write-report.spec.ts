import { describe, expect, it } from '@jest/globals';
import { NOT_SHOWN } from '../../verifier/evidence/not-shown.js';
import type { ProofDto } from '../proof/proof.dto.js';
import type { Report } from './report.js';
import { writeReport } from './write-report.js';

const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>\u202e`;
const BLOCK = { number: 25_000_200, hash: `0x${'11'.repeat(32)}`, timestamp: 1_777_000_000 } as const;
const VERSION = { version: HOSTILE, publishedAt: '', negativeControls: [], dependencies: [HOSTILE] };
const CHECK = { id: 'check', factId: 'check', operator: 'eq', description: HOSTILE };
const DEFINITION = {
  id: 'risk:new',
  kind: 'attribute',
  family: 'risk',
  title: HOSTILE,
  description: HOSTILE,
  currentVersion: { ...VERSION, checks: [{ ...CHECK, expected: HOSTILE }] },
} as const;

const report = (change: Partial<Report> = {}): Report => ({
  subject: `0x${'aa'.repeat(20)}`,
  question: HOSTILE,
  block: BLOCK,
  claims: [],
  cut: [],
  open: [],
  lists: [{ id: HOSTILE, digest: 'sha256:', warning: HOSTILE }],
  coverage: { chainId: 1, head: BLOCK, families: [] },
  nodes: [{ host: HOSTILE, first: '2026-11-21', last: '2026-11-22' }],
  definitionSet: HOSTILE,
  definitions: [DEFINITION],
  texts: new Map([[DEFINITION.id, HOSTILE]]),
  ...change,
});

const PROVEN = {
  definition: DEFINITION,
  answer: 'proven',
  proof: {
    attributeId: HOSTILE,
    definitionVersion: HOSTILE,
    selectedFamilyId: HOSTILE,
    proofHash: `sha256:${'22'.repeat(32)}`,
    value: HOSTILE,
    referenceBlock: 25_000_100,
    referenceBlockHash: `0x${'33'.repeat(32)}`,
    factResults: [{ ...CHECK, expected: { [HOSTILE]: 1 }, observed: [HOSTILE] }],
    negativeControlResults: [],
    bindingVersions: { [HOSTILE]: HOSTILE },
    sourceEvidenceRefs: [HOSTILE],
    dependencyProofRefs: [],
  } as unknown as ProofDto,
  evidence: [{ ref: HOSTILE }],
  restsOn: [] as readonly ProofDto[],
  lists: [],
} as const;

const written = (changed: Report): string =>
  writeReport(changed, {
    id: 'feedfeedfeedfeed',
    network: 'demo',
    publicUrl: 'https://example.org',
    writtenMs: 0,
  });

describe('the document of a report', () => {
  it('holds no markup of a chain, a list, a definition or a caller, and nothing unseen', () => {
    const held = { subject: '0x', id: 'risk:new', object: null, value: HOSTILE } as const;
    const since = { startBlock: 25_000_100, startTime: 0, proofHash: '' };
    const text = written(
      report({ claims: [{ ...PROVEN, held: { ...held, ...since } }], cut: [HOSTILE], open: [HOSTILE] }),
    );
    expect(text).not.toMatch(/<script|<img|\u202e/);
    expect(text.match(/&lt;script&gt;/g)!.length).toBeGreaterThan(15);
    expect(text).toContain('\\u202e');
  });

  it('names itself and the chain in the foot of the pages', () => {
    expect(written(report())).toMatch(
      /<tfoot.*feedfeedfeedfeed · demo chain, not Ethereum · end of block 25,000,200/,
    );
  });

  it('says where the counterparts of a relation may not be all', () => {
    const text = written(report({ claims: [PROVEN], cut: ['relation:a'], open: ['relation:b'] }));
    expect(text).toContain('More is proven than fits here of: relation:a.');
    expect(text).toContain('For other addresses it cannot be said whether this holds, too: relation:b.');
    expect(written(report())).not.toContain('There may be more');
  });

  it('shows the hash of every block that it names', () => {
    const text = written(report({ claims: [PROVEN] }));
    const compared = text.slice(text.indexOf('Compare these block hashes'));
    for (const hash of [BLOCK.hash, `0x${'33'.repeat(32)}`]) expect(compared).toContain(hash);
  });

  describe('says what a proof does not show', () => {
    const sectionOf = (proof: Partial<ProofDto>, restsOn: readonly Partial<ProofDto>[] = []) => {
      const whole = { ...PROVEN.proof, sourceEvidenceRefs: [], ...proof };
      const other = { ...PROVEN.proof, sourceEvidenceRefs: [] };
      const claim = { ...PROVEN, proof: whole, restsOn: restsOn.map((one) => ({ ...other, ...one })) };
      const text = written(report({ claims: [claim] }));
      return /<h3>What the proof does not show<\/h3>(.*?)<\/ul>/s.exec(text)![1]!;
    };
    const HASH = `0x${'44'.repeat(32)}`;
    const AT = `0x${'55'.repeat(20)}`;

    it('always since when, and of what can cease that it did not', () => {
      const lasting = sectionOf({ sourceEvidenceRefs: [`tx:1:${HASH}:0`] });
      expect(lasting).toContain('It does not show since when the claim holds.');
      expect(lasting).not.toContain('nothing changed or ended');
      const log = sectionOf({ sourceEvidenceRefs: [`log:1:${HASH}:0:0`] });
      expect(log).toContain(
        'nothing changed or ended the claim between its evidence and the end of block 25,000,200',
      );
      expect(log).not.toContain('word of');
    });

    it.each([
      [`read:1:${HASH}:${AT}:0x12345678`, 'What a node answered to a call is attested by that node alone.'],
      [`frame:1:${HASH}:0:0000`, 'A call inside a transaction is attested by a node alone'],
      [
        `slot:1:${HASH}:${AT}:${HASH}`,
        'Code, storage and what view calls return are attested by a node alone',
      ],
      [
        `view:1:${HASH}:${AT}:0x12345678`,
        'Code, storage and what view calls return are attested by a node alone',
      ],
    ])('whose word %s is, also where it is the evidence of a proof that it rests on', (ref, says) => {
      expect(sectionOf({ sourceEvidenceRefs: [ref] })).toContain(says);
      expect(sectionOf({}, [{ sourceEvidenceRefs: [ref] }])).toContain(says);
      expect(sectionOf({})).not.toContain(says);
    });

    it('which lists it takes as they are, in their versions', () => {
      const claim = { ...PROVEN, lists: [{ id: 'ofac-sanctions', version: '1.2.0', digest: 'sha256:' }] };
      const text = written(report({ claims: [claim] }));
      expect(text).toContain('consults the list ofac-sanctions, version 1.2.0, as it was published.');
      expect(written(report({ claims: [PROVEN] }))).not.toContain('consults the list');
    });

    it('and what else a bundle can leave to be believed', () => {
      const text = written(report({ claims: [PROVEN] }));
      expect(text).not.toContain('assumes one thing');
      for (const says of Object.values(NOT_SHOWN)) expect(text).toContain(says);
      expect(text).toContain('only where the check says that V6 holds');
      expect(text).toContain('<code>&amp;checkpoint=</code>');
    });
  });

  const unproven = (answer: 'not_proven' | 'undecided', explanation: object) =>
    written(
      report({
        claims: [
          {
            definition: DEFINITION,
            answer,
            evidence: [],
            restsOn: [],
            lists: [],
            explanation: explanation as never,
          },
        ],
      }),
    );

  it('distinguishes not proven from undecided, with the missing blocks', () => {
    const missing = [{ fromBlock: 25_000_010, toBlock: 25_000_019 }];
    const open = unproven('undecided', { reason: 'blocks_missing', missing, ways: [] });
    expect(open).toContain('It cannot be said whether');
    expect(open).toContain('Blocks are missing: 25,000,010 to 25,000,019 (10 blocks)');
    expect(open).not.toContain('It is not proven that');
    const absent = unproven('not_proven', { missing: [], ways: [] });
    expect(absent).toContain('It is not proven that');
    expect(absent).not.toContain('It cannot be said whether');
  });

  it('does not date a claim by blocks whose predecessors are missing', () => {
    const held = { subject: '0x', id: 'risk:new', object: null, value: null, proofHash: '' } as const;
    const claims = [{ ...PROVEN, held: { ...held, startBlock: 25_000_100, startTime: 0 } }];
    const families = (toBlock: number) => [
      {
        family: 'risk',
        kind: 'attribute',
        startBlock: 0,
        ranges: [],
        gaps: [{ fromBlock: 0, toBlock }],
      } as const,
    ];
    const text = (toBlock: number) =>
      written(report({ claims, coverage: { chainId: 1, head: BLOCK, families: families(toBlock) } }));
    // In the summary and in the section of the claim.
    const says = /25,000,100 of [-\d: ]+ UTC or earlier, because the blocks before it are missing/g;
    expect(text(25_000_099).match(says)).toHaveLength(2);
    expect(text(25_000_098)).not.toContain('or earlier');
  });
});
