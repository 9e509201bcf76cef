import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** A loopback port that forwards to another port, or closes every connection while it has none. */
export class Gate {
  readonly #sockets = new Set<Socket>();
  #behind: number | undefined;

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.#admit(socket));
  }

  /** @param port 0 for any free port */
  static async open(port: number): Promise<Gate> {
    const server = createServer({ noDelay: true });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new Gate(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Forwards to this port from now on, and cuts existing connections. */
  leadTo(port: number | undefined): void {
    this.#behind = port;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.leadTo(undefined);
    this.server.close();
    await once(this.server, 'close');
  }

  #admit(socket: Socket): void {
    if (this.#behind === undefined) {
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    const onward = connect({ port: this.#behind, host: '127.0.0.1', noDelay: true });
    const part = (): void => {
      this.#sockets.delete(socket);
      socket.destroy();
      onward.destroy();
    };
    pipeline(socket, onward, socket, part);
    // When one side ends, for any reason, end the other.
    socket.once('close', part);
    onward.once('close', part);
  }
}
