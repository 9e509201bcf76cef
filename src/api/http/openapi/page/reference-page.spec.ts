import { Script } from 'node:vm';
import { expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { SCRIPT } from './page-parts.js';
import { referencePage } from './reference-page.js';

const HOSTILE = '</script></style><img src=x onerror="alert(1)">';

it('shows every text of a document as text', () => {
  const parameter = { name: HOSTILE, in: 'query', description: HOSTILE, schema: { enum: [HOSTILE] } };
  const document = {
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
        },
      },
    },
    components: {
      schemas: { One: { description: HOSTILE, properties: { [HOSTILE]: { description: HOSTILE } } } },
    },
  };
  const page = referencePage(document as unknown as OpenAPIObject);
  expect(page).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
  expect(page).not.toContain('<img');
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  expect(page.match(/<\/style>/g)).toHaveLength(1);
});

it('has a script that stands alone', () => {
  expect(() => new Script(SCRIPT)).not.toThrow();
  expect(() => new Script("import './elsewhere.js'")).toThrow();
});
