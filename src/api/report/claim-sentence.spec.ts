import { describe, expect, it } from '@jest/globals';
import { readDefinitions } from '../../definition/read-definitions.js';
import { claimSentence, PHRASES } from './claim-sentence.js';

const [A, B] = ['0xaa', '0xbb'];

describe('a claim in words', () => {
  it('has a phrase for every definition, and for nothing else', () => {
    const { definitions } = readDefinitions(true).catalog;
    expect(Object.keys(PHRASES).sort()).toEqual(definitions.map(({ id }) => id).sort());
  });

  it('names the counterpart of each relation once, and none for an attribute', () => {
    for (const [id, phrase] of Object.entries(PHRASES))
      expect([id, phrase.split('{b}').length - 1]).toEqual([id, id.startsWith('relation:') ? 1 : 0]);
  });

  it.each([
    [{ id: 'relation:owned_by', object: B }, '<code>0xaa</code> is owned by <code>0xbb</code>'],
    [{ id: 'relation:owned_by' }, '<code>0xaa</code> is owned by any address'],
    [
      { id: 'relation:safe_owner', object: B, value: '2' },
      '<code>0xaa</code> is a Safe with the owner <code>0xbb</code> (<bdi>2 must sign</bdi>)',
    ],
    [{ id: 'address_nature:eoa' }, '<code>0xaa</code> is an externally owned account'],
    // The definition is about what the contract answers now, not about earlier events.
    [{ id: 'control:ownable' }, '<code>0xaa</code> has an owner'],
    [
      { id: 'relation:has_role_holder', object: B },
      '<code>0xaa</code> is a contract in which <code>0xbb</code> holds roles',
    ],
    [{ id: 'relation:new', object: B }, '<code>0xaa</code> has the relation “T” to <code>0xbb</code>'],
    [{ id: 'risk:new' }, '<code>0xaa</code> is “T”'],
    [
      { id: 'role:dex_pool', value: '<i>v2' },
      '<code>0xaa</code> is a pool of an exchange (<bdi>&lt;i&gt;v2</bdi>)',
    ],
  ])('%j', (claim, says) => {
    expect(claimSentence({ title: 'T', subject: A, ...claim }).text).toBe(says);
  });
});
