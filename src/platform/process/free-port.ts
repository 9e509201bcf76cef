import { createServer } from 'node:net';

/** A TCP port that is free now. It is not reserved: the caller must be ready to ask again. */
export function findFreePort(host = '127.0.0.1'): Promise<number> {
  return probePort(0, host);
}

/** Binds a port and lets it go again, 0 for any free one; returns which. Fails as binding fails: EADDRINUSE, EACCES, ENOTFOUND. */
export function probePort(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}
