import { describe, expect, it } from '@jest/globals';
import { readDefinitions } from '../definition/read-definitions.js';
import { requestedDefinition } from './claim-options.js';

describe('a requested definition', () => {
  const { catalog } = readDefinitions(true);
  const asked = (id: string) => requestedDefinition(catalog, id).id;

  it('is found by its id, and a relation also by its name alone', () => {
    expect([asked('asset:erc20'), asked('owned_by')]).toEqual(['asset:erc20', 'relation:owned_by']);
  });

  it.each([
    ['erc20', /^there is no definition erc20; did you mean asset:erc20\?$/],
    ['asset:erc21', /did you mean asset:erc1155 or asset:erc20 or .*asset:wrapped_native\?$/],
    ['nothing', /^there is no definition nothing: `definitions check` lists all$/],
  ])('that does not exist is refused with similar ids: %s', (id, says) => {
    expect(() => asked(id)).toThrow(says);
  });
});
