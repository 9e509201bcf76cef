import { expect, it } from '@jest/globals';
import { GetContractCallQuery } from '../contract/call/get-contract-call.query.js';
import { methodOf } from '../http/method/chain-query.decorator.js';
import { ResolveEntityQuery } from '../resolve/resolve-entity.query.js';
import { inputSchema } from './input-schema.js';

it.each([
  [GetContractCallQuery, 'data', /^Call data: `0x` and .* at most \d+ bytes\.$/],
  [ResolveEntityQuery, 'q', /: 2 to 100 characters, surrounding white space not counted\.$/],
])('describes a parameter of %p by a whole sentence', (query, name, description) => {
  const { properties } = inputSchema(methodOf(query));
  expect(properties?.[name]).toMatchObject({ description: expect.stringMatching(description) });
});
