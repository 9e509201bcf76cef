/** What the service wrote into the document. */
export interface PageSettings {
  /** The service as the document sees it, such as `../..`. */
  readonly root: string;
  readonly network: 'demo' | 'mainnet';
  /** Address of the verifier's script. */
  readonly worker: string;
  /** The key of the demo chain. */
  readonly key?: string;
  readonly examples: readonly { readonly title: string; readonly address: string }[];
}

const text = document.querySelector<HTMLMetaElement>('meta[name=chainproof]')!.content;

export const SETTINGS: PageSettings = JSON.parse(text);

/** Address of the service, without a slash at its end. Paths of pages change, this does not. */
export const ROOT = new URL(SETTINGS.root, location.href).href.replace(/\/$/, '');

/** Absolute address of the verifier's script. */
export const WORKER = new URL(SETTINGS.worker, location.href).href;
