import { WORKER } from '../app/settings.js';
import type { WorkerMessage } from '../worker.js';
import type { CheckedBundle, CheckRequest } from './checked-bundle.js';

export type HeldLevel = Extract<WorkerMessage, { kind: 'level' }>;

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

/** The verifier is the only script that the pages start by its URL. */
const policy: ScriptUrlPolicy = (() => {
  const rules = {
    createScriptURL(url: string): string {
      if (url !== WORKER) throw new TypeError('only the verifier is started');
      return url;
    },
  };
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy('explorer', rules) ?? rules;
})();

/** Loads the verifier, so that it is there when the network is not. @throws Error if it cannot run */
export function startVerifier(): Promise<Worker> {
  const worker = new Worker(policy.createScriptURL(WORKER), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = () => resolve(worker);
    worker.onerror = ({ message }) => reject(new Error(`The verifier could not run. ${message ?? ''}`));
  });
}

/** Loads all that any bundle may need: from then on the network is not needed. @throws Error if it cannot be loaded */
export function loadWhole(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) =>
      data.kind === 'failed' ? reject(new Error(data.message)) : resolve();
    worker.postMessage(null);
  });
}

/** Checks a bundle beside the page. Nothing is sent anywhere. */
export function checkInWorker(
  worker: Worker,
  request: CheckRequest,
  onLevel: (level: HeldLevel) => void,
): Promise<CheckedBundle> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.kind === 'level') onLevel(data);
      else if (data.kind === 'failed') reject(new Error(`The bundle could not be checked. ${data.message}`));
      else if (data.kind !== 'ready') resolve(data);
    };
    worker.onerror = ({ message }) => reject(new Error(`The verifier could not run. ${message ?? ''}`));
    worker.postMessage(request);
  });
}
