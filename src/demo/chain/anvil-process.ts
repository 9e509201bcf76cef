import { type Child, startChild } from '../../platform/process/child.js';
import type { Run } from '../../platform/process/kept-process.js';
import { stopOrphan } from '../../platform/process/pid-file.js';
import { runOf } from '../../platform/process/run-of-child.js';
import { findAnvil } from './anvil-binary.js';
import { RpcClient } from './rpc-client.js';

export interface AnvilOptions {
  /** File with the genesis of the chain. */
  readonly genesisFile: string;
  readonly firstBlock: number;
  readonly gasLimit: number;
  readonly baseFeePerGas: bigint;
  /** File in which to note the process, so that the next start can end it if this process is killed. */
  readonly pidFile?: string;
}

/**
 * A running anvil that we started. `stop` ends it, by its process id, and so does the end of this process.
 */
export class AnvilProcess {
  private constructor(
    private readonly child: Child,
    /** Its JSON-RPC, at a free port. */
    readonly url: string,
  ) {}

  /** Starts anvil and waits until it answers. @throws Error with the output of anvil if it does not */
  static async start({ pidFile, ...options }: AnvilOptions): Promise<AnvilProcess> {
    if (pidFile !== undefined) await stopOrphan(pidFile, AT_ONCE);
    const child = await startChild({
      name: 'anvil',
      command: findAnvil(),
      args: argumentsOf(options),
      readyLine: /Listening on 127\.0\.0\.1:(\d+)/,
      stopSteps: AT_ONCE,
      ...(pidFile === undefined ? {} : { pidFile }),
    });
    return new AnvilProcess(child, `http://127.0.0.1:${child.ready![1]}`);
  }

  client(): RpcClient {
    return new RpcClient(this.url);
  }

  run(): Run {
    return runOf(this.child);
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }
}

/** Nothing is lost by a kill, because the chain is replayed from its seed. */
const AT_ONCE = [{ signal: 'SIGKILL', withinMs: 5_000 }] as const;

function argumentsOf(options: AnvilOptions): string[] {
  return [
    ...['--init', options.genesisFile, '--number', String(options.firstBlock), '--chain-id', '1'],
    ...['--host', '127.0.0.1', '--port', '0'],
    ...['--gas-limit', String(options.gasLimit), '--base-fee', String(options.baseFeePerGas)],
    ...['--hardfork', 'osaka', '--enable-tx-gas-limit', '--accounts', '0', '--no-mining', '--order', 'fees'],
    // Forgets older states. Each takes almost a megabyte in memory; on disk, the default, it takes more.
    ...['--prune-history', '600'],
  ];
}
