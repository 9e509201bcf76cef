import { describe, expect, it } from '@jest/globals';
import { type Known, type Presentation, presentationOf, standingGroup } from './presentation.js';

describe('the presentation of an address', () => {
  it.each<[string, Known, Presentation, number]>([
    ['nothing', {}, {}, 3],
    [
      'its publisher’s name',
      { official: 'A', listedName: 'B', ensName: 'c.eth', declaredName: 'D' },
      { name: 'A', nameStanding: 'verified' },
      1,
    ],
    [
      'that of a list before that of ENS',
      { listedName: 'B', ensName: 'c.eth', declaredName: 'D' },
      { name: 'B', nameStanding: 'normal' },
      2,
    ],
    [
      'what a list repeats after it, as its own',
      { listedName: 'B', isSelfDeclared: true, declaredName: 'D' },
      { name: 'B', nameStanding: 'qualified' },
      3,
    ],
    [
      'that of ENS before what a list repeats after it',
      { listedName: 'B', isSelfDeclared: true, ensName: 'c.eth' },
      { name: 'c.eth', nameStanding: 'normal' },
      2,
    ],
    [
      'its publisher’s name before what a list repeats after it',
      { official: 'A', listedName: 'B', isSelfDeclared: true },
      { name: 'A', nameStanding: 'verified' },
      1,
    ],
    [
      'that of ENS before its own',
      { ensName: 'c.eth', declaredName: 'D' },
      { name: 'c.eth', nameStanding: 'normal' },
      2,
    ],
    ['its own', { declaredName: 'D' }, { name: 'D', nameStanding: 'qualified' }, 3],
    [
      'its own rather than one that is not normalised',
      { ensName: 'C.eth', declaredName: 'D' },
      { name: 'D', nameStanding: 'qualified' },
      3,
    ],
    [
      'under none, where none is normalised',
      { ensName: 'C.eth', declaredName: '' },
      { nameStanding: 'unknown' },
      4,
    ],
    [
      'its own, of which it is undecided whether it imitates an asset',
      { declaredName: 'D', isUndecided: true },
      { name: 'D', nameStanding: 'unknown' },
      4,
    ],
    [
      'under none, where only its symbol may imitate one',
      { declaredName: '', isUndecided: true },
      { nameStanding: 'unknown' },
      4,
    ],
    [
      'its publisher’s name, whatever is undecided',
      { official: 'A', declaredName: 'D', isUndecided: true },
      { name: 'A', nameStanding: 'verified' },
      1,
    ],
    [
      'with the caution of its name',
      { official: 'A', caution: 'closed' },
      { name: 'A', nameStanding: 'warning' },
      2,
    ],
    [
      'a pool of a mixer by the name that says so',
      { mixer: 'Mixer 1', listedName: 'B' },
      { name: 'Mixer 1', nameStanding: 'warning' },
      2,
    ],
    [
      'no caution without a name',
      { caution: 'closed', declaredName: 'D' },
      { name: 'D', nameStanding: 'qualified' },
      3,
    ],
    ['a scam not under its own name', { flag: 'phishing', declaredName: 'D' }, { nameStanding: 'danger' }, 5],
    [
      'a scam under that of a list',
      { flag: 'phishing', listedName: 'B', caution: 'closed' },
      { name: 'B', nameStanding: 'danger' },
      5,
    ],
    [
      'who is sanctioned',
      { isSanctioned: true, ensName: 'c.eth' },
      { name: 'c.eth', nameStanding: 'danger' },
      5,
    ],
    [
      'an imitation, whoever publishes it',
      { official: 'A', impersonates: 'USDC' },
      { name: 'A', nameStanding: 'danger', impersonates: 'USDC' },
      5,
    ],
  ])('R-206, R-207, R-211 to R-216: shows %s', (_, known, presentation, group) => {
    expect(presentationOf(known)).toEqual(presentation);
    expect(standingGroup(presentationOf(known))).toBe(group);
  });
});
