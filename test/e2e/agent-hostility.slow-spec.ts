import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Tool } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { bounded } from '../bounded.js';
import { connectAgent } from './fixture/agent.js';
import { post, toolCall } from './fixture/message.js';
import { useService } from './fixture/use-service.js';

const TEXTS = [
  ...[
    '',
    ' ',
    '\0',
    '\ud800',
    '\u202e\u2066',
    'é'.repeat(2_000),
    'x'.repeat(20_000),
    '../../etc/passwd',
    '%00',
    '%zz',
  ],
  ...["'; DROP TABLE block; --", '#{7*7}', '{{7*7}}', '<script>', '$1', 'NaN', '-1', '1e3', '0x', 'null'],
  ...[
    `0x${'f'.repeat(40)}`,
    `0x${'0'.repeat(64)}`,
    `sha256:${'0'.repeat(64)}`,
    'asset:erc20',
    'relation:owner',
  ],
];
const VALUES: readonly unknown[] = [
  ...TEXTS,
  ...[0, -0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, 2 ** 53, 25_000_001],
  ...[null, true, false, [], [[]], {}, { toString: 1 }, ['a', 'b'], { $gt: '' }],
];
/** One in so many values is also sent under a name that the tool does not know; the remainder rotates over tools. */
const SURPLUS_EVERY = bounded(6, 1);
const NESTED = `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`;

describe('hostile messages of agents', () => {
  const service = useService();
  let tools: readonly Tool[];
  beforeAll(async () => {
    const agent = await connectAgent(service.url);
    ({ tools } = await agent.listTools());
    await agent.close();
  });

  /** The error code of a refused call, or undefined for an answer. */
  async function outcomeOf(name: string, given: object | string): Promise<string | undefined> {
    const call = JSON.stringify(toolCall(name, {}));
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    const { status, json } = await post(
      service.url,
      call.replace('"arguments":{}', () => `"arguments":${text}`),
    );
    expect([name, text.slice(0, 500), status < 500]).toEqual([name, text.slice(0, 500), true]);
    const code = json.result?.isError ? JSON.parse(json.result.content[0].text).error.code : json.error?.code;
    expect([name, text.slice(0, 500), code]).not.toEqual([name, text.slice(0, 500), 'internal_error']);
    return code;
  }

  it('R-314: no value of any argument makes a tool fail', async () => {
    for (const [place, { name, inputSchema }] of tools.entries()) {
      const names = Object.keys(inputSchema.properties ?? {});
      for (const [at, value] of VALUES.entries()) {
        await outcomeOf(name, Object.fromEntries(names.map((argument) => [argument, value])));
        if ((place + at) % SURPLUS_EVERY > 0) continue;
        expect(await outcomeOf(name, { surplus: value })).toBe('bad_request');
      }
    }
  });

  it('R-314: no combination of arguments makes a tool fail', async () => {
    const names = [...new Set(tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {})))];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...tools.map(({ name }) => name)),
        fc.dictionary(
          fc.oneof(fc.constantFrom(...names), fc.string()),
          fc.oneof(fc.constantFrom(...VALUES), fc.jsonValue()),
        ),
        async (name, given) => void (await outcomeOf(name, given)),
      ),
      { numRuns: 300 },
    );
    for (const { name } of tools)
      for (const given of [NESTED, `[${NESTED}]`, '{"__proto__":{}}', '{"a":1,"a":2}', '7', 'null'])
        await outcomeOf(name, given);
  });

  it('R-026: no body makes the service fail', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((value) =>
            JSON.stringify({
              ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
              params: value,
            }),
          ),
        ),
        async (body) => {
          const { status } = await post(service.url, body);
          expect([body, status < 500]).toEqual([body, true]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
