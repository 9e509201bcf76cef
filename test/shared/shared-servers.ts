import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SharedName } from './ask-shared.js';
import type { SharedServer } from './shared-server.js';

/** Loaded on first use: a run of one file starts only what this file needs. */
const STARTS: Readonly<Record<SharedName, () => Promise<SharedServer<unknown>>>> = {
  demoChain: async () => (await import('./demo-chain.js')).startSharedChain(),
  ingestedDemo: async () => (await import('./ingested-demo.js')).startIngestedDemo(),
  shuffledDemo: async () => (await import('./ingested-demo.js')).startShuffledDemo(),
  lateDemo: async () => (await import('./ingested-demo.js')).startLateDemo(),
  demoTemplate: async () => (await import('./demo-template.js')).startDemoTemplate(),
  demo: async () => (await import('./demo-service.js')).startDemoService(),
  commandHost: async () => (await import('./command-host.js')).startCommandHost(),
  packedClient: async () => (await import('./packed-client.js')).packClient(),
};

/** Starts each server once on the first request of a test file, in the process that starts the test files. */
export class SharedServers {
  readonly #started = new Map<SharedName, Promise<SharedServer<unknown>>>();
  readonly #http = createServer((request, response) => {
    // A connection kept for the next request may be closed just as that is sent.
    response.setHeader('connection', 'close');
    this.#reported((request.url ?? '/').slice(1) as SharedName).then(
      (reported) => response.end(JSON.stringify(reported)),
      (error) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
    );
  });

  /** @returns the URL for requests of test files */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve));
    // A start may take minutes.
    this.#http.requestTimeout = 0;
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#http.closeAllConnections();
    this.#http.close();
    for (const started of [...this.#started.values()].reverse())
      await started.then(
        (server) => server.stop(),
        () => undefined,
      );
  }

  async #reported(name: SharedName): Promise<unknown> {
    const started = this.#started.get(name) ?? STARTS[name]();
    this.#started.set(name, started);
    return (await started).reported;
  }
}
