import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { rememberContent, rememberedContent } from './remembered-content.js';
import { YamlFile } from './yaml-file.js';

const shape = z.strictObject({ id: z.string(), list: z.array(z.object({ n: z.number() })) });
const valid = (): string => `# ${randomUUID()}\nid: "0x01"\nlist:\n  - { n: 1 }\n  - { n: 2.5 }\n`;

describe('a YAML file that was parsed before', () => {
  it('has the same content and places as when it was parsed', () => {
    const text = valid();
    const content = { id: '0x01', list: [{ n: 1 }, { n: 2.5 }] };
    expect(rememberedContent(text)).toBeUndefined();
    rememberContent(text, content);
    const parsed = new YamlFile('a.yaml', text);
    const remembered = new YamlFile('a.yaml', text, rememberedContent(text));
    expect(parsed.as(shape)).toEqual(content);
    expect(remembered.as(shape)).toEqual(content);
    for (const file of [parsed, remembered]) file.refuse(['list', 1, 'n'], 'must be whole');
    expect(remembered.errors).toEqual(parsed.errors);
    expect(remembered.errors).toMatchObject([{ line: 5, sentence: 'list[1].n must be whole' }]);
  });

  it('is not parsed again after it was copied', () => {
    const [text, content] = [valid(), { id: 'as it is remembered' }];
    rememberContent(text, content);
    const directory = mkdtempSync(join(tmpdir(), 'chainproof-copied-'));
    try {
      const copy = join(directory, 'copy.yaml');
      writeFileSync(copy, text);
      expect(YamlFile.read(copy).as(z.any())).toEqual(content);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('is parsed again after any change', () => {
    const text = valid();
    rememberContent(text, {});
    expect(rememberedContent(`${text} `)).toBeUndefined();
  });

  it('is not remembered where JSON cannot express its content', () => {
    for (const content of [{ n: Number.POSITIVE_INFINITY }, { n: undefined }, { n: -0 }, undefined]) {
      const text = valid();
      rememberContent(text, content);
      expect(rememberedContent(text)).toBeUndefined();
    }
  });

  it('can be every definition and registry of this checkout, and has the content that the parser gives', () => {
    const directory = fileURLToPath(new URL('../../../../definitions', import.meta.url));
    const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.yaml') && !name.includes('fixture'))
      .map((name) => join(directory, name));
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      YamlFile.read(file);
      const text = readFileSync(file, 'utf8');
      expect(rememberedContent(text)).toEqual(new YamlFile(file, text).as(z.any()));
    }
  });
});
