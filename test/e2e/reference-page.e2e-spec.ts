import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { ask } from './fixture/ask.js';
import { useDemo } from './fixture/use-demo.js';

const REFERENCE = join(process.cwd(), 'reference');

/** What the page's script finds to try the methods with. */
interface ExampleScript {
  findExamples(ask: (path: string) => Promise<unknown>): Promise<Record<string, unknown>>;
  exampleOf(operationId: string, name: string, examples: Record<string, unknown>): unknown;
}

/** A form of the page: the method it sends, and its required fields. */
interface TriedForm {
  readonly operationId: string;
  readonly path: string;
  readonly fields: readonly { readonly name: string; readonly place: string }[];
}

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

  it('finds examples for every method, which the demo answers', async () => {
    const script: ExampleScript = await import(pathToFileURL(join(REFERENCE, 'examples.js')).href);
    const examples = await script.findExamples(async (path) => {
      const { status, json } = await demo.get(path);
      return status === 200 ? json.data : undefined;
    });
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
  }, 60_000);

  it('says nothing of what it could not find', async () => {
    const script: ExampleScript = await import(pathToFileURL(join(REFERENCE, 'examples.js')).href);
    const examples = await script.findExamples(async () => undefined);
    expect(script.exampleOf('getToken', 'token', examples)).toBeUndefined();
    expect(script.exampleOf('getRelationProof', 'counterpart', examples)).toBeUndefined();
  });

  it('makes text of what it is answered, never markup', () => {
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
