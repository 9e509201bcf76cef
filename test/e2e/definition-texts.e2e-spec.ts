import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readCatalog } from '../../src/definition/catalog/read-catalog.js';
import { DEFINITIONS, readRegistries } from '../../src/definition/read-definitions.js';
import { useDemo } from './fixture/use-demo.js';

interface Version {
  readonly version: string;
  readonly text?: string;
}
const pathOf = (id: string) => `${id.replaceAll(':', '/')}.yaml`;

describe('the texts of definitions', () => {
  const demo = useDemo();
  const directory = mkdtempSync(join(tmpdir(), 'texts-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('are the files, and their rules have the digests that versions and proofs name', async () => {
    const { definitions } = (await demo.get('definitions')).json.data as {
      definitions: readonly { id: string; currentVersion: Version }[];
    };
    for (const { id, currentVersion } of definitions) {
      const { texts } = (await demo.get(`definitions/${id}/texts`)).json.data as {
        texts: readonly Version[];
      };
      const { text } = texts.find(({ version }) => version === currentVersion.version)!;
      expect(text).toBe(readFileSync(join(DEFINITIONS, pathOf(id)), 'utf8'));
      mkdirSync(dirname(join(directory, pathOf(id))), { recursive: true });
      writeFileSync(join(directory, pathOf(id)), text!);
    }
    // Compiled from nothing but the answers.
    copyFileSync(join(DEFINITIONS, 'lock.json'), join(directory, 'lock.json'));
    const compiled = readCatalog(directory, new Set(readRegistries(true).keys()));
    expect(compiled.definitions.map(({ id, definitionVersion }) => [id, definitionVersion])).toEqual(
      definitions.map(({ id, currentVersion }) => [id, currentVersion.version]),
    );
  });
});
