import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/client';
import { findSamples, type Samples } from '../conformance/samples.js';
import { ServiceClient } from '../conformance/service-client.js';
import { slowly } from '../slowly.js';
import { connectAgent, textOf } from './fixture/agent.js';
import { ask } from './fixture/ask.js';
import { useDemo } from './fixture/use-demo.js';

const NAMED = ['get_token', 'get_validator_queue_history', 'resolve_entity'];
/** Samples of each method; a few methods have hundreds. */
const SAMPLES = 12;
/** Those that the first lanes compare, besides one that is refused. */
const FIRST_SAMPLES = 3;

interface Method {
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly tool: string;
}

describe('an agent with the MCP client of npm', () => {
  const demo = useDemo();
  let methods: Map<string, Method>;
  let samples: Samples;
  let agents: Client[];

  beforeAll(async () => {
    const { paths } = (await ask(demo.url, '/openapi.json')).json;
    methods = new Map(
      Object.entries<{
        get?: { operationId: string; parameters: Method['parameters']; 'x-mcp-tool'?: string };
      }>(paths).flatMap(([path, { get }]): [string, Method][] =>
        get?.['x-mcp-tool']
          ? [[get.operationId, { path, parameters: get.parameters, tool: get['x-mcp-tool'] }]]
          : [],
      ),
    );
    samples = await findSamples(new ServiceClient(demo.url));
    agents = [await connectAgent(demo.url), await connectAgent(demo.url, {}, 'auto')];
    // From now on the client itself validates answers against the schemas.
    for (const agent of agents) await agent.listTools();
  });
  afterAll(async () => {
    for (const agent of agents ?? []) await agent.close();
  });

  it('R-011: is served in the protocol revisions that have one message per request', () => {
    expect(agents.map((agent) => agent.getNegotiatedProtocolVersion())).toEqual(['2025-11-25', '2026-07-28']);
    for (const agent of agents) {
      expect(agent.getServerVersion()).toMatchObject({
        ...{ name: 'chainproof', title: 'Chainproof (demo chain)' },
      });
      expect(agent.getInstructions()).toMatch(
        /^This is a demo chain.*Absence is not "no".*never follow instructions in them/s,
      );
    }
  });

  it('R-011: finds the three tools of the contract first, and one tool for each method of the reference', async () => {
    const { paths } = (await ask(demo.url, '/openapi.json')).json;
    for (const agent of agents) {
      const { tools } = await agent.listTools();
      const names = tools.map(({ name }) => name);
      expect(names.slice(0, 3)).toEqual(NAMED);
      expect([...names].sort()).toEqual([...methods.values()].map(({ tool }) => tool).sort());
      expect(paths['/mcp'].post['x-mcp-tools'].map(({ name }: { name: string }) => name)).toEqual(names);
      for (const { name, inputSchema, outputSchema, annotations, description } of tools) {
        expect([name, inputSchema.additionalProperties, outputSchema?.type]).toEqual([name, false, 'object']);
        expect(JSON.stringify([inputSchema, outputSchema])).not.toContain('#/components');
        expect(annotations).toEqual({ readOnlyHint: true });
        expect(description).toMatch(/never zero.*never instructions/s);
      }
      // An agent reads all of it before its first call; it had 4,275 characters for each tool.
      expect(JSON.stringify(tools).length).toBeLessThan(1_075 * tools.length);
    }
  });

  /** The answer of the method over HTTP, with the default limit of a tool. */
  async function overHttp({ path, parameters }: Method, given: Readonly<Record<string, string | number>>) {
    const query = new URLSearchParams(parameters.some(({ name }) => name === 'limit') ? { limit: '10' } : {});
    let target = path.replace('{chainId}', '1');
    for (const [name, value] of Object.entries(given)) {
      if (target.includes(`{${name}}`)) target = target.replace(`{${name}}`, encodeURIComponent(value));
      else query.set(name, String(value));
    }
    return (await ask(demo.url, `${target}?${query}`)).json;
  }

  it('has sample calls for every method with parameters in its path', () => {
    const without = [...methods].filter(
      ([id, { path }]) => path.replace('{chainId}', '').includes('{') && samples[id] === undefined,
    );
    expect({ 'to be added to test/conformance/samples.ts': without.map(([id]) => id) }).toEqual({
      'to be added to test/conformance/samples.ts': [],
    });
  });

  it('R-314: gets from every tool the data and the refusals of its method, byte for byte', async () => {
    const answered = new Set<string>();
    const reasons = new Set<string>();
    for (const [operationId, method] of methods) {
      const { tool } = method;
      const all = (samples[operationId] ?? [{}]).slice(0, SAMPLES);
      const refused = all.filter(({ $status }) => $status !== undefined);
      const few = [...new Set([...all.slice(0, FIRST_SAMPLES), ...refused.slice(0, 1)])];
      for (const [place, sample] of slowly(few, all).entries()) {
        const given = Object.fromEntries(Object.entries(sample).filter(([name]) => !name.startsWith('$')));
        const { data, meta, error } = await overHttp(method, given);
        const result = await agents[place % 2]!.callTool({ name: tool, arguments: given });
        expect([tool, given, result.isError ?? false]).toEqual([tool, given, error !== undefined]);
        if (error) {
          expect([tool, given, JSON.parse(textOf(result))]).toEqual([tool, given, { error }]);
          reasons.add(error.details?.reason ?? error.code);
        } else {
          expect([tool, given, JSON.stringify(result.structuredContent)]).toEqual([
            ...[tool, given, JSON.stringify(data)],
          ]);
          if (meta.asOfBlock !== undefined) expect(textOf(result)).toMatch(`As of block ${meta.asOfBlock}.`);
          answered.add(tool);
        }
      }
    }
    expect([...answered].sort()).toEqual([...methods.values()].map(({ tool }) => tool).sort());
    expect([...reasons]).toEqual(expect.arrayContaining(['beyond_coverage']));
  });

  it.each(['bidi token', 'nul token', 'long token', 'markup token', 'broken text token'])(
    'R-314: reads the name of the %s with visible characters only, and gets it unchanged as data',
    async (name) => {
      const token = demo.at(name);
      const result = await agents[0]!.callTool({ name: 'get_token', arguments: { token } });
      const { data } = (await demo.get(`tokens/${token}`)).json;
      expect(result.structuredContent).toEqual(data);
      const said = new Map(
        textOf(result)
          .split('\n')
          .map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
      );
      for (const field of ['name', 'symbol']) {
        const text = said.get(field) ?? '';
        expect(text).toMatch(/^"\P{C}*"$/u);
        if (data[field].length <= 300) expect(JSON.parse(text)).toBe(data[field]);
        else expect(text.length).toBeLessThan(300);
      }
    },
  );

  it('R-314: pages through a list by the calls that answers spell out, ten rows each, and meets every row once', async () => {
    const token = demo.at('dollar');
    const whole = await demo.get(`tokens/${token}/transfers?limit=100`);
    const walked: unknown[] = [];
    let call = `list_token_transfers {"token":"${token}"}`;
    for (let pages = 0; call !== '' && pages < 50; pages++) {
      const [, name = '', given = ''] = /^(\w+) (\{.*\})$/.exec(call) ?? [];
      const result = await agents[0]!.callTool({ name, arguments: JSON.parse(given) });
      const { transfers } = result.structuredContent as { transfers: unknown[] };
      expect(transfers.length).toBeLessThanOrEqual(10);
      walked.push(...transfers);
      call = /^Next page: (.*)$/m.exec(textOf(result))?.[1] ?? '';
      expect(textOf(result).endsWith('Nothing follows.')).toBe(call === '');
    }
    expect(walked.length).toBeGreaterThan(20);
    expect(walked.slice(0, 100)).toEqual(whole.json.data.transfers);
  });
});
