import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ask } from './fixture/ask.js';
import { useDemo } from './fixture/use-demo.js';

const REFERENCE = join(process.cwd(), 'reference');

/** An answer as the script sees it. */
interface Sent {
  readonly status: number;
  readonly data?: unknown;
}

/** The functions by which the page's script finds examples for methods. */
interface ExampleScript {
  findExamples(send: (path: string) => Promise<Sent>): Promise<Record<string, unknown>>;
  exampleOf(operationId: string, name: string, examples: Record<string, unknown>): unknown;
}

/** A form of the page: its method, and its required fields. */
interface TriedForm {
  readonly operationId: string;
  readonly path: string;
  readonly fields: readonly { readonly name: string; readonly place: string }[];
}

/** Transactions of a block between addresses without other transactions. */
const silent = (block: string) =>
  Array.from({ length: 20 }, (_, n) => ({ from: `from-${block}-${n}`, to: `to-${block}-${n}`, logCount: 0 }));

function formsOf(page: string): readonly TriedForm[] {
  const forms = [
    ...page.matchAll(/<form data-verb="GET" data-path="([^"]+)" data-operation="(\w+)".*?<\/form>/gs),
  ];
  return forms.map(([html, path = '', operationId = '']) => ({
    path,
    operationId,
    fields: [...html.matchAll(/<input id="[^"]*" name="([^"]+)" data-in="(\w+)"[^>]* required/g)].map(
      ([, name = '', place = '']) => ({ name, place }),
    ),
  }));
}

describe('the reference page', () => {
  const demo = useDemo();
  let script: ExampleScript;
  beforeAll(async () => {
    script = await import(pathToFileURL(join(REFERENCE, 'examples.js')).href);
  });

  const send = async (path: string): Promise<Sent> => {
    const { status, json } = await demo.get(path);
    return { status, data: json.data };
  };

  /** Methods for which the script finds examples at the demo, with some paths answered otherwise. */
  async function askedWhere(differs: (path: string) => Sent | undefined): Promise<readonly string[]> {
    const asked: string[] = [];
    await script.findExamples(async (path) => {
      asked.push(path);
      return differs(path) ?? send(path);
    });
    return asked;
  }

  it('finds examples for every method that the demo answers', async () => {
    const examples = await script.findExamples(send);
    const forms = formsOf((await ask(demo.url, '/docs')).text);
    expect(forms.length).toBeGreaterThan(40);
    const unanswered: unknown[] = [];
    for (const { operationId, path, fields } of forms) {
      const value = (name: string) =>
        encodeURIComponent(String(script.exampleOf(operationId, name, examples)));
      const target = path.replace('{chainId}', '1').replaceAll(/\{(\w+)\}/g, (_, name) => value(name));
      const query = fields
        .filter(({ place }) => place === 'query')
        .map(({ name }) => `${name}=${value(name)}`);
      const { status, text } = await ask(
        demo.url,
        query.length > 0 ? `${target}?${query.join('&')}` : target,
      );
      if (status !== 200) unanswered.push([operationId, target, text]);
    }
    expect(unanswered).toEqual([]);
  });

  it('shows no example that it could not find', async () => {
    const examples = await script.findExamples(async () => ({ status: 503 }));
    expect(script.exampleOf('getToken', 'token', examples)).toBeUndefined();
    expect(script.exampleOf('getRelationProof', 'counterpart', examples)).toBeUndefined();
  });

  it('stops asking for methods outside the plan of the key, and finds examples for the others', async () => {
    const asked = await askedWhere((path) =>
      /attributes|relations/.test(path) ? { status: 403 } : undefined,
    );
    expect(asked.filter((path) => path.includes('attributes'))).toHaveLength(1);
    expect(asked.filter((path) => path.includes('relations'))).toHaveLength(1);
    expect(asked.some((path) => path.includes('token-transfers'))).toBe(true);
  });

  it.each(['blocks', 'token-transfers', 'relations'])(
    'asks once for %s if the quota of the key is used up',
    async (what) => {
      const first = (await askedWhere(() => undefined)).findIndex((path) => path.includes(what));
      expect(first).toBeGreaterThan(0);
      let isUsedUp = false;
      const asked = await askedWhere((path) => {
        isUsedUp ||= path.includes(what);
        return isUsedUp ? { status: 429 } : undefined;
      });
      expect(asked.filter((path) => path.includes(what))).toHaveLength(1);
      expect(asked.length).toBeLessThan(first + 4);
    },
  );

  it('spends at most 60 requests of a key, whatever it does not find', async () => {
    const asked = await askedWhere((path) => {
      const [, block] = /^blocks\/(\d+)/.exec(path) ?? [];
      if (block) return { status: 200, data: { transactions: silent(block) } };
      if (path.includes('token-transfers')) return { status: 200, data: { transfers: [] } };
      return path.includes('relations') ? { status: 200, data: { relations: [] } } : undefined;
    });
    expect(asked.length).toBeGreaterThan(40);
    expect(asked.length).toBeLessThanOrEqual(60);
  });

  it('renders answers as text, never as markup', () => {
    const scripts = readdirSync(REFERENCE).filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(2);
    for (const name of scripts)
      expect([name, readFileSync(join(REFERENCE, name), 'utf8')]).toEqual([
        name,
        expect.not.stringMatching(
          /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|Function\(/,
        ),
      ]);
  });
});
