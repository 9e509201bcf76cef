import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { useService } from './fixture/use-service.js';

const CONTRACT = join(process.env.SHARED_DIR ?? '../shared', 'contract', 'openapi.yaml');
const there = existsSync(CONTRACT);
if (!there) console.log(`skipped: no contract at ${CONTRACT} (set SHARED_DIR)`);

// biome-ignore lint/suspicious/noExplicitAny: documents are compared key by key
type Document = any;

/** Refusals of keys and payments, which are not compared here. */
const LATER = [401, 402, 403, 429];
const RECORDS = [
  'Block',
  'Transaction',
  'TransactionDetail',
  'FailedFrames',
  'FailedCallFrame',
  'BlockTransactions',
  'BlockRange',
  'CoverageFamily',
  'Coverage',
  'AddressSummary',
  'AddressContractBrief',
  'AddressTransactions',
  'FeedTransaction',
  'AddressInternalTransfers',
  'FeedInternalTransfer',
  'Meta',
  'MetaNoBlock',
  'Health',
  'Ready',
  'ErrorResponse',
];

(there ? describe : describe.skip)('the served document, beside the contract', () => {
  const service = useService();
  let ours: Document;
  let contract: Document;
  beforeAll(async () => {
    ours = (await service.get('/openapi.json')).json;
    contract = parse(readFileSync(CONTRACT, 'utf8'));
  });

  const resolved = (document: Document, node: Document): Document =>
    node?.$ref
      ? resolved(
          document,
          node.$ref
            .split('/')
            .slice(1)
            .reduce((place: Document, key: string) => place[key], document),
        )
      : node;

  const operations = (): [string, Document, Document][] =>
    Object.entries<Document>(ours.paths).flatMap(([path, item]) =>
      Object.entries<Document>(item).map(([verb, operation]): [string, Document, Document] => [
        path,
        operation,
        contract.paths[path]?.[verb],
      ]),
    );
  /** Operations on paths of the contract. */
  const methods = () => operations().filter(([path]) => contract.paths[path] !== undefined);

  it('R-313: marks every operation beyond the contract', () => {
    for (const [path, operation] of operations())
      if (contract.paths[path] === undefined)
        expect([path, operation['x-beyond-seed']]).toEqual([path, true]);
    for (const [path, operation, due] of methods())
      expect([path, operation.operationId]).toEqual([path, due?.operationId]);
  });

  it('R-313, R-054: has the same parameters in the same order', () => {
    const reported = (document: Document, { parameters = [] }: Document) =>
      parameters
        .map((parameter: Document) => resolved(document, parameter))
        .map(
          ({
            name,
            in: place,
            required = false,
            schema,
            'x-kind': kind,
            'x-invalid-reason': reason,
          }: Document) => ({
            name,
            place,
            required,
            schema,
            kind,
            reason,
          }),
        );
    for (const [path, operation, due] of methods()) {
      expect({ [path]: reported(ours, operation) }).toEqual({ [path]: reported(contract, due) });
    }
  });

  it('R-041, R-020, R-313: states the same plan, block, list and origin', () => {
    for (const [path, operation, due] of methods()) {
      for (const extension of ['x-plan', 'x-as-of-block', 'x-list', 'x-beyond-seed', 'security', 'tags']) {
        expect([path, extension, operation[extension]]).toEqual([path, extension, due[extension]]);
      }
    }
  });

  it('R-026: lists the same refusals', () => {
    const reported = (errors: Document[]) =>
      errors
        .filter(({ status }) => !LATER.includes(status))
        .map(({ status, code, reasons }) => `${status} ${code} ${[...reasons].sort()}`)
        .sort();
    for (const [path, operation, due] of methods()) {
      // For messages, the contract leaves out refusals of the target and of the page that sends them.
      if (due['x-errors'] && path !== '/mcp')
        expect({ [path]: reported(operation['x-errors']) }).toEqual({ [path]: reported(due['x-errors']) });
    }
  });

  it.each(RECORDS)(
    'R-074, R-076: record %s has the same fields, and the same ones are required',
    (record) => {
      const reported = (document: Document) => {
        const { properties, required } = document.components.schemas[record];
        return { fields: Object.keys(properties).sort(), required: [...required].sort() };
      };
      expect(reported(ours)).toEqual(reported(contract));
    },
  );

  it.each([
    'Block',
    'Transaction',
    'FailedCallFrame',
    'FeedTransaction',
    'FeedInternalTransfer',
    'AddressContractBrief',
    'Coverage',
    'CoverageFamily',
  ])('R-068, R-069: fields of %s have the same form', (record) => {
    const form = (document: Document, field: string) => {
      const { type, pattern, format, minimum } = resolved(
        document,
        document.components.schemas[record].properties[field],
      );
      return { field, type: [type].flat()[0], pattern, format, minimum };
    };
    for (const field of Object.keys(contract.components.schemas[record].properties)) {
      // `chainId` is a constant; `head` is a record that the contract writes inline.
      if (field === 'chainId' || field === 'head') continue;
      expect(form(ours, field)).toEqual(form(contract, field));
    }
  });
});
