import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const DIST = new URL('../../../', import.meta.url);

/** What a module of the build imports at once, as it is written there. */
function importsOf(module: URL): string[] {
  const text = readFileSync(module, 'utf8');
  return [
    ...text.replaceAll('"', "'").matchAll(/^(?:import|(?:import|export) [^;'"=()]*?from) '([^']+)'/gm),
  ].map(([, name]) => name!);
}

/** Packages and modules of ours that are loaded with a module. */
function loadedWith(...entries: readonly string[]): { packages: Set<string>; modules: Set<string> } {
  const packages = new Set<string>();
  const modules = new Set<string>();
  const waiting = entries.map((entry) => new URL(entry, DIST));
  for (let module = waiting.pop(); module; module = waiting.pop()) {
    if (modules.has(module.href)) continue;
    modules.add(module.href);
    for (const name of importsOf(module)) {
      if (name.startsWith('.')) waiting.push(new URL(name, module));
      else if (!name.startsWith('node:')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)![0]);
    }
  }
  return { packages, modules };
}

const rooms = (modules: ReadonlySet<string>): string[] => [
  ...new Set(
    [...modules].map((href) => fileURLToPath(href).slice(fileURLToPath(DIST).length).split('/')[1]!),
  ),
];

describe('what a command loads', () => {
  it('is only the command line until a command is chosen', () => {
    const { packages, modules } = loadedWith('src/cli/main.js');
    expect([...packages].sort()).toEqual([
      '@nestjs/common',
      '@nestjs/core',
      'nest-commander',
      'reflect-metadata',
    ]);
    expect(rooms(modules).sort()).toEqual(['bundle', 'cli', 'domain', 'platform', 'runtime']);
  });

  it('is without API, graph, migrator, genesis and slow recovery for `ingest`', () => {
    const { packages, modules } = loadedWith('src/cli/main.js', 'src/cli/ingest/ingest.js');
    // That it finds what is loaded.
    expect([...packages]).toEqual(expect.arrayContaining(['pg', 'undici', 'yaml', 'hash-wasm']));
    expect(rooms(modules)).toEqual(expect.arrayContaining(['ingestion', 'engine', 'projection']));
    const unneeded =
      /^(typeorm|viem|fastify|neo4j-driver|prom-client|@nestjs\/(platform-fastify|swagger)|@x402\/|@ethereumjs\/(genesis|mpt)|@modelcontextprotocol|@bitauth|@noble)/;
    expect([...packages].filter((name) => unneeded.test(name))).toEqual([]);
    expect(rooms(modules).filter((room) => ['api', 'facilitator', 'verifier'].includes(room))).toEqual([]);
  });

  it('is without the demo, viem, a facilitator and the driver of Neo4j for `serve`', () => {
    const { packages, modules } = loadedWith('src/cli/main.js', 'src/cli/serve/serve.js');
    expect([...packages]).toEqual(expect.arrayContaining(['typeorm', '@nestjs/swagger', 'prom-client']));
    const unneeded = /^(viem|neo4j-driver|@x402\/evm)/;
    expect([...packages].filter((name) => unneeded.test(name))).toEqual([]);
    expect(rooms(modules)).not.toContain('facilitator');
  });
});
