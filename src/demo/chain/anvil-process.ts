import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { findAnvil } from './anvil-binary.js';
import { RpcClient } from './rpc-client.js';

const READY_WITHIN_MS = 20_000;
const KEPT_OUTPUT = 4_000;

export interface AnvilOptions {
  /** File with the genesis of the chain. */
  readonly genesisFile: string;
  readonly firstBlock: number;
  readonly gasLimit: number;
  readonly baseFeePerGas: bigint;
  /** 0 lets the operating system choose a free one. */
  readonly port: number;
}

/** A running anvil of our own; it dies with `stop`, by its own process id, and with this process. */
export class AnvilProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** Starts anvil and waits until it answers. @throws Error with anvil's own words when it does not. */
  static async start(options: AnvilOptions): Promise<AnvilProcess> {
    const child = spawn(findAnvil(), argumentsOf(options), { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    let spawnError: Error | undefined;
    child.on('error', (error) => {
      spawnError = error;
    });
    const killWithUs = () => child.kill('SIGKILL');
    process.once('exit', killWithUs);
    child.once('exit', () => process.off('exit', killWithUs));

    const deadline = Date.now() + READY_WITHIN_MS;
    while (Date.now() < deadline && child.exitCode === null && spawnError === undefined) {
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port !== undefined) {
        child.stdout.off('data', keep).resume();
        return new AnvilProcess(child, `http://127.0.0.1:${port}`);
      }
      await delay(20);
    }
    child.kill('SIGKILL');
    throw new Error(`anvil did not start: ${spawnError?.message ?? (output.trim() || 'no output')}`);
  }

  client(): RpcClient {
    return new RpcClient(this.url);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL'); // nothing is kept: the chain is replayed from its seed
    await exited;
  }
}

function argumentsOf(options: AnvilOptions): string[] {
  return [
    ...['--init', options.genesisFile, '--number', String(options.firstBlock), '--chain-id', '1'],
    ...['--host', '127.0.0.1', '--port', String(options.port)],
    ...['--gas-limit', String(options.gasLimit), '--base-fee', String(options.baseFeePerGas)],
    ...['--hardfork', 'osaka', '--enable-tx-gas-limit', '--accounts', '0', '--no-mining', '--order', 'fees'],
    // Older states are forgotten: in memory each takes most of a megabyte, on disk (the default) more than one.
    ...['--prune-history', '600'],
  ];
}
