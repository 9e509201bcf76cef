import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections: one of those may take a port before its finder binds it. */
const [LOWEST, HIGHEST] = [15_000, 32_000];

/** A TCP port that is free now. It is not reserved: the caller must be ready to ask again. */
export function findFreePort(host = '127.0.0.1'): Promise<number> {
  return probePort(0, host);
}

/** Binds a port and lets it go again, 0 for any free one; returns which. Fails as binding fails: EADDRINUSE, EACCES, ENOTFOUND. */
export async function probePort(port: number, host: string): Promise<number> {
  if (port !== 0) return bind(port, host);
  for (;;) {
    try {
      return await bind(randomInt(LOWEST, HIGHEST), host);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}

function bind(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => server.close(() => resolve(port)));
  });
}
