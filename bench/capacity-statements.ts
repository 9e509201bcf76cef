import { OpenAccess } from '../src/api/access/open-access.js';
import { findSamples } from '../test/conformance/samples.js';
import { ServiceClient } from '../test/conformance/service-client.js';
import type { SentStatement } from './capacity-plans.js';
import type { DemoStore } from './demo-store.js';
import { notedPool } from './noted-pool.js';
import { startApi } from './read-app.js';

/** Values with which each statement is planned, at most: plans differ by them. */
const MAX_VALUES = 5;

/** What the service sends to PostgreSQL to answer each method as a caller may ask it. */
export async function sentStatements({ pool, firstBlock }: DemoStore): Promise<{
  readonly statements: readonly SentStatement[];
  /** How many methods sent at least one statement. */
  readonly methods: number;
}> {
  const sent = new Map<string, SentStatement[]>();
  const noted = notedPool(pool, ({ name, text, values = [] }) => {
    const known = sent.get(text) ?? [];
    if (known.length < MAX_VALUES) known.push({ name: name ?? firstLine(text), text, values });
    sent.set(text, known);
  });
  const api = await startApi(noted, { firstBlock, access: new OpenAccess() });
  const origin = `http://127.0.0.1:${api.port}`;
  const samples = await findSamples(new ServiceClient(origin));
  const operations = await operationsAt(origin);
  let methods = 0;
  for (const [operationId, calls] of Object.entries(samples)) {
    const operation = operations.get(operationId);
    if (!operation || calls.length === 0) continue;
    methods += 1;
    for (const { $status, ...call } of calls.slice(0, MAX_VALUES))
      await (await fetch(`${origin}${targetOf(operation, call)}`)).arrayBuffer();
  }
  await api.close();
  return { statements: [...sent.values()].flat(), methods };
}

interface Operation {
  readonly path: string;
  readonly inPath: ReadonlySet<string>;
}

async function operationsAt(origin: string): Promise<ReadonlyMap<string, Operation>> {
  const { paths } = (await (await fetch(`${origin}/openapi.json`)).json()) as {
    readonly paths: Record<string, { readonly get?: { readonly operationId: string } }>;
  };
  return new Map(
    Object.entries(paths).flatMap(([path, { get }]) => {
      const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!));
      return get ? [[get.operationId, { path: path.replace('{chainId}', '1'), inPath }] as const] : [];
    }),
  );
}

function targetOf({ path, inPath }: Operation, call: Readonly<Record<string, string | number>>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(call[name] ?? ''));
  const query = Object.entries(call).filter(([name]) => !inPath.has(name));
  return query.length === 0
    ? filled
    : `${filled}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

const firstLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').slice(0, 60);
