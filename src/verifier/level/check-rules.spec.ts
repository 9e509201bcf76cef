import { expect, it } from '@jest/globals';
import { canonicalJson, digestText, sha256Hex } from '../../domain/canonical/canonical-json.js';
import type { Bundle } from '../bundle/bundle.schema.js';
import { checkRules } from './check-rules.js';

const SUBJECT = `0x${'11'.repeat(20)}`;
const TOPIC = `0x${'22'.repeat(32)}`;
const LOGS = { key: ['topic1'], events: [{ topic0: TOPIC, topics: 1, value: 'true' }] };

/** A bundle with a rule of these checks, and so many facts of one source. */
function ruledBy(checks: readonly object[], facts: number): Bundle {
  const rule = {
    id: 'own:rule',
    kind: 'relation',
    families: [{ id: 'own', facts: checks, object: 'subject' }],
  };
  const definitionVersion = `1.0.0+sha256.${sha256Hex(canonicalJson(rule))}`;
  const proof = {
    attributeId: 'own:rule',
    subject: SUBJECT,
    object: SUBJECT,
    definitionVersion,
    selectedFamilyId: 'own',
  };
  const hash = digestText(canonicalJson(proof));
  const holdings = Array.from({ length: facts }, (_, at) => ({
    address: SUBJECT,
    source: { kind: 'log_state', emitter: 'subject', subject: 'emitter', ...LOGS },
    key: `0x${at.toString(16).padStart(64, '0')}`,
    value: 'true',
    start: 1,
    evidence: [`log:1:${TOPIC}:0:0`],
  }));
  return {
    block: 1,
    proofs: { [hash]: { ...proof, referenceBlock: 1 } },
    definitions: { [definitionVersion]: rule },
    bindings: {},
    statements: { [hash]: { rangeStart: 1, holdings, formerly: [], claims: [], lapsed: [], answers: [] } },
  } as unknown as Bundle;
}

const each = { id: 'each', operator: 'latest', log_state: LOGS, expected: 'true' };
const anyOf = (at: number) => ({ id: `any${at}`, operator: 'exists', log_state: LOGS });
const TEN = Array.from({ length: 10 }, (_, at) => anyOf(at));

it('a rule may read the whole statement a few times for each of many keys', () => {
  expect(() => checkRules(ruledBy([each, ...TEN], 50))).toThrow('what is stated gives another');
});

it('a rule that reads the whole statement too often is refused', () => {
  expect(() => checkRules(ruledBy([each, ...TEN], 500))).toThrow(
    'its rule reads more than 268435456 characters',
  );
});

it('a rule that is much longer than any published one is refused', () => {
  const many = Array.from({ length: 200 }, (_, at) => anyOf(at));
  expect(() => checkRules(ruledBy(many, 1))).toThrow('its rule is longer than 16384 characters');
});
