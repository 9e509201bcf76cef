import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { caseOf, definitionOf, expressionOf, SUBJECT } from '../../../test/builder/definition-of.js';
import type { Definition } from '../../definition/model/definition.js';
import type { FixtureCase } from '../../definition/schema/fixture-case.js';
import { canonicalJson } from '../../domain/canonical/canonical-json.js';
import { evaluate } from '../evaluate/evaluate.js';
import { FixtureView } from '../fixture/fixture-view.js';

const definition = definitionOf('relation', {
  id: 'by_role',
  facts: [
    { id: 'code', operator: 'holds', dep: 'address_nature:contract', of: expressionOf('subject') },
    { id: 'role', operator: 'exists', source: 1 },
    { id: 'listed', operator: 'in', of: expressionOf('subject'), binding: 'known' },
  ],
  negativeControls: [{ id: 'no_slot', operator: 'absent', source: 2 }],
  each: 'role',
  object: expressionOf('role.key'),
  value: expressionOf('role.name'),
});
const ONE = `0x${'11'.repeat(20)}`;
const ref = (place: number) => `log:1:0x${'ab'.repeat(32)}:3:${place}`;
const fixture = caseOf({
  facts: [
    { check: 'role', start: 107, key: `${ONE}01`, value: { name: 'admin', by: ONE }, evidence: [ref(9)] },
    { check: 'role', start: 109, key: `${ONE}02`, value: { name: 'pauser', by: ONE }, evidence: [ref(10)] },
    { check: 'no_slot', start: 101, end: 111, key: '', value: '0x01', evidence: [] },
  ],
  deps: [
    { dep: 'address_nature:contract', start: 105, referenceBlock: 105 },
    { dep: 'other:one', start: 105, referenceBlock: 105 },
  ],
  bindings: [
    { binding: 'known', key: SUBJECT, from: 50, fields: { name: 'A "name"', symbol: 'A' } },
    { binding: 'known', key: ONE, from: 50, fields: { name: 'Another', symbol: 'B' } },
  ],
});

function claimsOf(evaluated: Definition, given: FixtureCase) {
  return evaluate(evaluated, given.subject, new FixtureView(evaluated, given)).claims;
}

/** The same value with every object's keys in another order. */
function reordered(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map((item) => reordered(item, seed));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, item]) => [key, reordered(item, seed)] as const);
  const order = (key: string) => createHash('sha256').update(`${seed} ${key}`).digest('hex');
  return Object.fromEntries(entries.sort(([one], [other]) => (order(one) < order(other) ? -1 : 1)));
}

describe('a proof hash', () => {
  it('has this value in every process and on every machine', () => {
    const [claim] = claimsOf(definition, fixture);
    expect(claim!.canonical).toBe(
      '{"attributeId":"relation:test","bindingVersions":{"known":"1.0.0"},"chainId":1,' +
        `"definitionVersion":"1.0.0+sha256.${'0'.repeat(64)}","dependencyProofRefs":["sha256:` +
        `${Buffer.from(`address_nature:contract ${SUBJECT}`).toString('hex').slice(-64)}"],"evaluatorVersion":"1.0.0","factResults":[` +
        '{"expected":"address_nature:contract","id":"code","observed":"address_nature:contract","operator":"holds"},' +
        `{"evidence":["${ref(9)}"],"expected":true,"id":"role","observed":true,"operator":"exists"},` +
        `{"evidence":["${ref(10)}"],"expected":true,"id":"role","observed":true,"operator":"exists"},` +
        `{"evidence":["binding:known@1.0.0"],"expected":{"binding":"known"},"id":"listed","observed":"${SUBJECT}","operator":"in"}],` +
        '"failureReasonCodes":[],"negativeControlResults":[' +
        '{"expected":"absent","id":"no_slot","observed":"absent","operator":"absent"}],' +
        `"object":"${ONE}","referenceBlock":112,"referenceBlockHash":"0x${'70'.padStart(64, '0')}","result":"pass",` +
        `"selectedFamilyId":"by_role","sourceEvidenceRefs":["binding:known@1.0.0","${ref(10)}","${ref(9)}"],` +
        `"subject":"${SUBJECT}","value":"admin,pauser"}`,
    );
    expect(claim!.proofHash).toBe('sha256:5158a4fd40a5cebc54e34ac6f55bd25783f73950de93375726641bbf8b888773');
  });

  it('is SHA-256 of the canonical JSON of its record (R-246)', () => {
    for (const { canonical, proofHash } of claimsOf(definition, fixture)) {
      expect(canonicalJson(JSON.parse(canonical))).toBe(canonical);
      expect(proofHash).toBe(`sha256:${createHash('sha256').update(canonical).digest('hex')}`);
    }
  });

  it('does not depend on the order of keys or of facts', () => {
    const expected = claimsOf(definition, fixture);
    const shuffled = <T>(all: readonly T[]) =>
      fc.shuffledSubarray([...all], { minLength: all.length, maxLength: all.length });
    fc.assert(
      fc.property(
        fc.nat(),
        shuffled(fixture.facts),
        shuffled(fixture.deps),
        shuffled(fixture.bindings),
        (seed, facts, deps, bindings) => {
          const other = reordered({ ...fixture, facts, deps, bindings }, seed) as FixtureCase;
          expect(claimsOf(reordered(definition, seed) as Definition, other)).toEqual(expected);
        },
      ),
    );
  });
});
