import { Injectable } from '@nestjs/common';
import type { NodeContact } from '../preflight/node-contact.js';

type Nodes = NodeContact['nodes'];

/** The first nodes that the service reached, however late. */
@Injectable()
export class LateNodes {
  /** Settles when there are some, with what they can give. */
  readonly connected: Promise<Nodes>;
  #resolve: (nodes: Nodes) => void = () => undefined;

  constructor() {
    this.connected = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  note(nodes: Nodes): void {
    this.#resolve(nodes);
  }
}
