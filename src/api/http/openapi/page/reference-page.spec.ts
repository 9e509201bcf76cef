import { Script } from 'node:vm';
import { expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { callForm } from './call-form.js';
import type { DocumentedOperation } from './documented-operation.js';
import { SCRIPT } from './page-parts.js';
import { referencePage } from './reference-page.js';

const HOSTILE = '</script></style><img src=x onerror="alert(1)">';

it('shows every text of a document as text', () => {
  const parameter = {
    ...{ name: HOSTILE, in: 'query' as const, description: HOSTILE },
    schema: { enum: [HOSTILE] },
  };
  const document: OpenAPIObject = {
    openapi: '3.1.0',
    info: { title: HOSTILE, version: HOSTILE, description: HOSTILE },
    servers: [{ url: 'https://data.test' }, { url: `https://pay.test/${HOSTILE}` }],
    paths: {
      [`/${HOSTILE}`]: {
        get: {
          operationId: 'ask',
          tags: [HOSTILE],
          summary: HOSTILE,
          description: HOSTILE,
          parameters: [parameter],
          responses: {},
          'x-plan': HOSTILE,
          'x-errors': [{ status: 400, code: 'bad_request', reasons: [], when: HOSTILE }],
        } as DocumentedOperation,
      },
    },
    components: {
      schemas: { One: { description: HOSTILE, properties: { [HOSTILE]: { description: HOSTILE } } } },
    },
  };
  const page = referencePage(document);
  expect(page).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
  expect(page).not.toContain('<img');
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  expect(page.match(/<\/style>/g)).toHaveLength(1);
});

it('accepts no `.` or `..` as a value of a path', () => {
  const parameters = (['path', 'query'] as const).map((place) => ({ name: place, in: place, schema: {} }));
  const form = callForm({ openapi: '3.1.0' } as OpenAPIObject, {
    verb: 'GET',
    path: '/{path}',
    operation: { operationId: 'ask', parameters, responses: {}, 'x-errors': [] },
  });
  const [, pattern = ''] = /name="path"[^>]* pattern="([^"]+)" title="[^"]+/.exec(form)!;
  expect(form.match(/pattern=/g)).toHaveLength(1);
  // As a browser reads the attribute.
  const isTaken = (value: string) => new RegExp(`^(?:${pattern})$`, 'v').test(value);
  expect(['.', '..'].filter(isTaken)).toEqual([]);
  for (const value of ['...', '.a', 'a..', '/..', '%2e', '0x00', '-1', ' .'])
    expect([value, isTaken(value)]).toEqual([value, true]);
});

it('has a script without imports', () => {
  expect(() => new Script(SCRIPT)).not.toThrow();
  expect(() => new Script("import './elsewhere.js'")).toThrow();
});
