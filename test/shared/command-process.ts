import 'reflect-metadata';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { letHeapDouble } from '../../src/platform/process/let-heap-double.js';
import { KeyedMutex } from '../../src/platform/queue/keyed-mutex.js';
import type { CommandAsked, Ended } from './command-host.js';

// Before any other import, since V8 compiles again what was compiled under other flags.
letHeapDouble();
const { runCommand } = await import('../../src/cli/run-command.js');

/** Runs commands on HTTP requests, one after the other: loading the command line takes seconds, so it happens once. */
const turns = new KeyedMutex();
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const asked: CommandAsked = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  response.setHeader('connection', 'close');
  response.end(JSON.stringify(await turns.take('command', () => run(asked))));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`commands at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

async function run({ parameters, environment }: CommandAsked): Promise<Ended> {
  const ours = { env: process.env, argv: process.argv, exit: process.exit };
  const [out, err] = [captured(process.stdout), captured(process.stderr)];
  const endedWith = (code: unknown): Ended => ({ code: Number(code ?? 0), out: out.text(), err: err.text() });
  let ended: Ended | undefined;
  process.argv = [...ours.argv.slice(0, 2), ...parameters];
  process.env = { ...environment };
  process.exitCode = undefined;
  process.exit = (code) => {
    ended ??= endedWith(code ?? process.exitCode);
    throw new Error('the command has ended the process');
  };
  try {
    await runCommand();
  } catch (error) {
    if (ended === undefined) throw error;
  } finally {
    for (const stream of [out, err]) stream.release();
    ended ??= endedWith(process.exitCode);
    process.exitCode = undefined;
    Object.assign(process, ours);
  }
  return ended;
}

function captured(stream: NodeJS.WriteStream): { text(): string; release(): void } {
  const { write } = stream;
  let text = '';
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    const done = rest.at(-1);
    if (typeof done === 'function') process.nextTick(done as () => void);
    return true;
  }) as typeof write;
  return {
    text: () => text,
    release: () => {
      stream.write = write;
    },
  };
}
